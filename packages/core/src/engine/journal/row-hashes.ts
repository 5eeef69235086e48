import { hashText } from "../../values/index.ts";

/** So many entries at most a call writes of one table and cause; changes of more rows share entries. */
export const MOST_ENTRIES = 128;

/** What finds the entry of a change that has one for itself. */
export function rowHash(table: string, key: string): number {
  return hashText(`${table}\n${key}`);
}

/**
 * What finds the entry of a change that shares it: few rows of a table have the same, so that who looks for one row reads a
 * small part of what calls with many rows have written.
 */
export function sharedHash(table: string, key: string): number {
  return hashText(table, 1 + (rowHash(table, key) % MOST_ENTRIES));
}
