import { foldText } from "@tablewright/core/compiler";

/**
 * What an index holds of a text: the same for all texts of one fold, and seldom for others. It is made of letters only
 * whose cases every server pairs as Unicode does, among the first characters of the text.
 */
export function indexedPart(text: string): string {
  const start = [...foldText(text).slice(0, 2 * LOOKED_AT)].slice(0, LOOKED_AT).join("");
  return [...start.replace(NOT_INDEXED, "")].slice(0, INDEXED_CHARACTERS).join("");
}

/** The same in SQL, of the column of this quoted name. The dotted capital I becomes two characters, as in its fold. */
export function indexedPartInSql(column: string): string {
  const start = `left(replace(${column}, '\u0130', 'i\u0307'), ${LOOKED_AT})`;
  return `left(lower(regexp_replace(${start}, '[^${INDEXED}]', '')), ${INDEXED_CHARACTERS})`;
}

const INDEXED_CHARACTERS = 64;

/** The server takes out each character by itself, and copies what is around it. */
const LOOKED_AT = 256;

/** ASCII without I and K, Latin without Å and what is beyond 8 bits, plain Cyrillic, and scripts without cases. */
const INDEXED = " -HJL-hjl-~À-ÄÆ-ÖØ-Þà-äæ-öø-þА-Яа-я\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3";
const NOT_INDEXED = new RegExp(`[^${INDEXED}]`, "gu");
