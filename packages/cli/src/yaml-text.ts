import { Document, isCollection, isPair, isSeq, visit } from "yaml";

/** A value of a definition that is written on one line. */
export type PlainValue = string | number | boolean | readonly (string | number)[];

/** In YAML, between other members on a line. */
export function yamlText(value: PlainValue): string {
  if (typeof value === "string") return IS_PLAIN.test(value) && !IS_WORD.test(value) ? value : quoted(value);
  return typeof value === "object" ? `[${value.map(yamlText).join(", ")}]` : String(value);
}

/** A text as it follows `#`: on one line, and not too long for one. */
export function commentText(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > LONGEST_COMMENT ? `${line.slice(0, LONGEST_COMMENT - 1).toWellFormed()}…` : line;
}

const IS_PLAIN = /^[\p{L}_](?:[\p{L}\p{M}\p{N}_ /.-]*[\p{L}\p{M}\p{N}_])?$/u;

/** What YAML, now or in its first version, reads as something else than a text. */
const IS_WORD = /^(?:true|false|null|yes|no|on|off|y|n)$/iu;

/** In single quotes, or, with signs that are not to be seen, as JSON, which is YAML. */
function quoted(text: string): string {
  if (!HIDDEN.test(text))
    return text.includes('"') ? `'${text.replaceAll("'", "''")}'` : `"${text.replaceAll("\\", "\\\\")}"`;
  return JSON.stringify(text).replaceAll(new RegExp(HIDDEN, "gu"), (sign) =>
    sign
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const LONGEST_COMMENT = 160;

/** A value as YAML in which every member of little content is on one line; those at the top are not, nor are rows of a table. */
export function yamlOnFewLines(value: object): string {
  const document = new Document(value);
  visit(document, {
    Collection(_, node, path) {
      const depth = path.filter(isCollection).length;
      const isShort = depth > 1 && JSON.stringify(node.toJSON()).length <= LONGEST_LINE;
      if (!isShort || hasRows(node, depth)) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: 0 });
}

const LONGEST_LINE = 160;

/** Whether a list of lists or of members is in it that a definition has at this depth: rows, rules. */
function hasRows(node: unknown, depth: number): boolean {
  if (!isCollection(node) || depth > DEPTH_OF_ROWS) return false;
  const parts = node.items.map((item) => (isPair(item) ? item.value : item));
  return (isSeq(node) && parts.some(isCollection)) || parts.some((part) => hasRows(part, depth + 1));
}

/** `decisions`, a decision, its rows. */
const DEPTH_OF_ROWS = 3;
