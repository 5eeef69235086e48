const LONGEST = 80;

/** A cell as a message quotes it: the user's own words, cut when they are long, without what no screen can show. */
export function showCell(cell: unknown): string {
  const text = typeof cell === "string" ? cell.slice(0, LONGEST * 4) : (textOf(cell) ?? nameOf(cell));
  const shown = text.toWellFormed().replace(/\p{Cc}/gu, "\ufffd");
  const characters = [...shown.slice(0, LONGEST * 4)];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : shown;
}

/** What has no text in JSON, as a message names it: `NaN`, `[object Map]`, `a function`. */
export function nameOf(cell: unknown): string {
  if (typeof cell === "function" || typeof cell === "symbol") return `a ${typeof cell}`;
  return typeof cell === "object" ? Object.prototype.toString.call(cell) : String(cell);
}

/** Undefined for what is too deep to be written, or has no form in JSON. */
export function textOf(cell: unknown): string | undefined {
  try {
    return typeof cell === "number" ? String(cell) : JSON.stringify(cell);
  } catch {
    return undefined;
  }
}
