import { chargeGrowth } from "../../runtime/meter.ts";
import { defineFunction } from "../define-function.ts";

export const hyperlink = defineFunction("link", {
  signature: "HYPERLINK(url: Text, text: Text): Url",
  summary: "A web address together with the text that is shown for it.",
  details:
    'A text of the form {"Url":"…","LinkText":"…"}, which LINKURL and LINKTEXT read. Without a text it is the address, without an address blank. Encode parts of an address with ENCODEURL.',
  blanks: "accept",
  uses: "request",
  evaluate: (url, text, { meter }) => {
    if (url === null || text === null) return url;
    meter.buildText(url.length + text.length);
    return chargeGrowth(JSON.stringify({ Url: url, LinkText: text }), url + text, meter);
  },
  examples: [
    [
      'HYPERLINK("https://example.com/a", "Our shop")',
      '{"Url":"https://example.com/a","LinkText":"Our shop"}',
    ],
    ['LINKTEXT(HYPERLINK("https://example.com/a", "Our shop"))', "Our shop"],
    ['HYPERLINK("https://example.com/a", "")', "https://example.com/a"],
  ],
});

/** The address and the shown text of a value of HYPERLINK; any other text is an address shown as it is. */
export function readHyperlink(value: string): { readonly url: string; readonly text: string } {
  const plain = { url: value, text: value };
  if (!value.startsWith("{")) return plain;
  const parsed = parseJson(value);
  if (typeof parsed !== "object" || parsed === null || !("Url" in parsed)) return plain;
  const { Url: url } = parsed;
  if (typeof url !== "string") return plain;
  const text = "LinkText" in parsed ? parsed.LinkText : undefined;
  return { url, text: typeof text === "string" && text !== "" ? text : url };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
