/** What is done at each tag of an XML text and at the texts between them; names are without their prefixes, and attributes unchanged. */
export interface XmlWatch {
  open(name: string, attributes: string): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Passes over an XML text, in one direction and in time that grows with its length only. */
export function scanXml(xml: string, watch: XmlWatch): void {
  let at = 0;
  for (;;) {
    const start = xml.indexOf("<", at);
    if (start < 0) return;
    if (start > at && watch.text !== undefined) watch.text(decodeXml(xml.slice(at, start)));
    const isTag = xml[start + 1] !== "!" && xml[start + 1] !== "?";
    const [opening, closing] = isTag ? [] : (NO_TAGS.find(([one]) => xml.startsWith(one, start)) ?? []);
    if (opening !== undefined && closing !== undefined) {
      const end = xml.indexOf(closing, start);
      if (end < 0) throw new Error("a part of it is not whole");
      if (opening === "<![CDATA[") watch.text?.(xml.slice(start + opening.length, end));
      at = end + closing.length;
      continue;
    }
    TAG.lastIndex = start;
    const [tag, slash, name = "", attributes = ""] = TAG.exec(xml) ?? [];
    if (tag === undefined) throw new Error("a part of it is no XML");
    if (slash === "") watch.open(name, attributes);
    if (slash === "/" || attributes.endsWith("/")) watch.close?.(name);
    at = start + tag.length;
  }
}

const NO_TAGS = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y;

/** The value of an attribute, of a tag whose attributes these are. */
export function attributeOf(attributes: string, name: string): string | undefined {
  if (attributes === "" || attributes === "/") return undefined;
  const pattern = PATTERNS[name] ?? new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "u");
  PATTERNS[name] = pattern;
  const found = pattern.exec(attributes);
  return found === null ? undefined : decodeXml(found[1] ?? found[2] ?? "");
}

/** Of the few names that are asked for. */
const PATTERNS: Record<string, RegExp> = {};

function decodeXml(text: string): string {
  const lines = text.includes("\r") ? text.replaceAll(/\r\n?/gu, "\n") : text;
  if (!lines.includes("&")) return lines;
  return lines.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/giu, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
