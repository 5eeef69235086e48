import type { ColumnProfile } from "./column-profile.ts";
import { singular, type TableProfile } from "./table-profile.ts";
import { type ColumnTypeName, PROPOSED_TYPES } from "./type-readers.ts";

/** Makes Refs of the columns whose values are nearly all keys of a table that their names speak of. */
export function findRefs(tables: readonly TableProfile[]): void {
  for (const table of tables) {
    for (const profile of table.profiles) {
      const isKey = table.key.length === 1 && table.key[0] === profile.name;
      const target = isKey ? undefined : tables.find((other) => refersTo(profile, table, other));
      if (target !== undefined) table.columns.set(profile.name, { type: "Ref", table: target.name });
    }
  }
}

function refersTo(profile: ColumnProfile, from: TableProfile, to: TableProfile): boolean {
  const [key] = to.key;
  if (key === undefined || to.key.length > 1 || profile.lists > 0 || profile.texts === undefined)
    return false;
  const isNamed = from === to ? OF_ITSELF.test(profile.name) : speaksOf(profile.name, to.name, key);
  const keys = to.profiles.find(({ name }) => name === key)?.texts;
  if (!isNamed || keys === undefined || profile.texts.size === 0) return false;
  const type = to.columns.get(key)?.type as ColumnTypeName;
  if (PROPOSED_TYPES.includes(type) && !profile.types.has(type)) return false;
  const matches = [...profile.texts].filter((text) => keys.has(text)).length;
  return matches >= profile.texts.size * LEAST_MATCHES;
}

/** Rows that are referred to may be missing from a file. */
const LEAST_MATCHES = 0.9;

/** `Customer`, `customer_id`, `Ship Customer No` of `Customers`; or the very name of its key, unless every table has such a key. */
function speaksOf(column: string, table: string, key: string): boolean {
  if (plain(key) === plain(column) && !GENERAL.test(key)) return true;
  const words = wordsOf(column);
  const last = words.length > 1 && KEY_WORD.test(words.at(-1) ?? "") ? words.slice(0, -1) : words;
  return [table, singular(table)].some((one) => {
    const name = wordsOf(one);
    const end = last.slice(-name.length).join("");
    return (
      end === name.join("") || plain(column).replace(/(id|key|code|no|nr|number)$/u, "") === name.join("")
    );
  });
}

/** `ship`, `customer` and `no` of `ShipCustomer_No`. */
function wordsOf(name: string): readonly string[] {
  const words = name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").toLowerCase();
  return words.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

const KEY_WORD = /^(id|key|code|no|nr|number)$/u;

function plain(name: string): string {
  return wordsOf(name).join("");
}

const GENERAL = /^(id|key|code|no|number|name)$/iu;

/** A row that another of its table stands over. */
const OF_ITSELF = /^(parent|manager|chief|boss|reports[\s_-]*to|supervisor)/iu;
