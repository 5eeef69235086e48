import type { Scalar } from "yaml";

/**
 * Where the character at `offset` of a scalar's value is in the text. YAML folds lines and drops indentation, but it
 * keeps every visible character, so they are counted; with an escape that hides one the scalar's start is answered.
 */
export function offsetInScalar(text: string, scalar: Scalar, offset: number): number {
  const [start = 0, end = text.length] = scalar.range ?? [];
  const value = typeof scalar.value === "string" ? scalar.value : (scalar.source ?? "");
  const target = visibleCount(value.slice(0, offset));
  const isBehind = visibleCount(value.slice(offset)) === 0;
  let seen = 0;
  let at = bodyStart(text, scalar, start);
  while (at < end) {
    const length = unitsOfNext(text, at, scalar.type);
    if (length === undefined) return start;
    if (isVisible(text, at, length)) {
      if (seen === target) return at;
      seen++;
      if (isBehind && seen === target) return at + length;
    }
    at += length;
  }
  return start;
}

/** Behind the opening quote or the header line of a block. */
function bodyStart(text: string, { type }: Scalar, start: number): number {
  if (type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE") return start + 1;
  const isBlock = type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED";
  return isBlock ? text.indexOf("\n", start) + 1 : start;
}

/** Units of the text that make one unit of the value; undefined for an escape by number. */
function unitsOfNext(text: string, at: number, type: Scalar["type"]): number | undefined {
  if (type === "QUOTE_SINGLE" && text.startsWith("''", at)) return 2;
  if (type !== "QUOTE_DOUBLE" || text[at] !== "\\") return 1;
  return /["\\/nrt \n\r]/.test(text[at + 1] ?? "") ? 2 : undefined;
}

function isVisible(text: string, at: number, length: number): boolean {
  if (length === 2 && text[at] === "\\") return /["\\/]/.test(text[at + 1] ?? "");
  return /\S/.test(text[at] ?? "");
}

function visibleCount(text: string): number {
  return text.replace(/\s/g, "").length;
}
