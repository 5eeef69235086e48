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
