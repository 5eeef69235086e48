import { hashText } from "../../values/index.ts";

/** Among how many entries changes are shared out, which a call has made of one table for one cause. */
export type Shares = typeof FEW_SHARES | typeof MANY_SHARES;

/**
 * Changes of more rows share entries. Each entry is written to another place of the index, so there are few of them where they are
 * short anyway.
 */
export const FEW_SHARES = 32;
const MANY_SHARES = 128;

/** So many changes at most are shared among few entries: more than about 130 in one would be long to read. */
const MOST_AMONG_FEW = 4_096;

export function sharesFor(changes: number): Shares {
  return changes <= MOST_AMONG_FEW ? FEW_SHARES : MANY_SHARES;
}

/** What finds the entry of a change that has one for itself. */
export function rowHash(table: string, key: string): number {
  return hashText(`${table}\n${key}`);
}

/** Which of the shares a row belongs to, from 0. */
export function shareOf(table: string, key: string, shares: Shares): number {
  return rowHash(table, key) % shares;
}

/**
 * What finds the entry of a share: few rows of a table have the same, so that looking for one row reads a small part of what
 * calls with many rows have written.
 */
export function shareHash(table: string, share: number, shares: Shares): number {
  return hashText(table, 1 + share + (shares === FEW_SHARES ? MANY_SHARES : 0));
}

/** Everything that entries about a row may have. */
export function hashesOfRow(table: string, key: string): readonly number[] {
  const shared = [FEW_SHARES, MANY_SHARES] as const;
  return [
    rowHash(table, key),
    ...shared.map((shares) => shareHash(table, shareOf(table, key, shares), shares)),
  ];
}
