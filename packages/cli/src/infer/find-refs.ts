import type { ColumnProfile } from "./column-profile.ts";
import { singular, type TableProfile } from "./table-profile.ts";

/** Makes Refs of the columns whose values are all keys of a table that their names speak of. */
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
  if (key === undefined || to.key.length > 1 || profile.filled === 0 || profile.texts === undefined)
    return false;
  const isNamed = from === to ? OF_ITSELF.test(profile.name) : speaksOf(profile.name, to.name, key);
  const keys = to.profiles.find(({ name }) => name === key)?.texts;
  return isNamed && keys !== undefined && [...profile.texts].every((text) => keys.has(text));
}

/** `Customer`, `customer_id`, `Ship Customer No` of `Customers`; or the very name of its key, unless every table has such a key. */
function speaksOf(column: string, table: string, key: string): boolean {
  const name = plain(column);
  if (plain(key) === name && !GENERAL.test(key)) return true;
  const stem = name.replace(/(id|key|code|no|nr|number)$/u, "");
  return [plain(table), plain(singular(table))].some((one) => stem.endsWith(one) || name.endsWith(one));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

const GENERAL = /^(id|key|code|no|number|name)$/iu;

/** A row that another of its table stands over. */
const OF_ITSELF = /^(parent|manager|chief|boss|reports[\s_-]*to|supervisor)/iu;
