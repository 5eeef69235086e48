import type { JsonValue } from "../../values/index.ts";

const LONGEST = 80;

/** A cell as a message quotes it: the user's own words, cut when they are long, without what no screen can show. */
export function showCell(cell: JsonValue): string {
  const text = typeof cell === "string" ? cell.slice(0, LONGEST * 4) : JSON.stringify(cell);
  const shown = text.toWellFormed().replace(/\p{Cc}/gu, "\ufffd");
  const characters = [...shown.slice(0, LONGEST * 4)];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : shown;
}
