import type { ListTransaction } from "./list-history.ts";

/**
 * What is wrong with a history of transactions on lists; undefined when there is an order in which, one after the other, they
 * would have read what they did. `last` read every list at the end. Values stand in lists in the order in which they were
 * written, so a read says which transactions it comes after and which one comes after it: these must not go in a circle.
 */
export function checkHistory(
  transactions: readonly ListTransaction[],
  last: ListTransaction,
): string | undefined {
  const all = [...transactions, last];
  const writers = new Map<number, number>();
  for (const [at, { appends }] of transactions.entries())
    for (const { value } of appends) writers.set(value, at);
  const final = new Map(last.reads.map(({ list, values }) => [list, values]));
  return wrongValues(transactions, final, writers) ?? wrongReads(all, final) ?? circle(all, final, writers);
}

type Lists = ReadonlyMap<string, readonly number[]>;

/** Values that were lost, stand twice, or are of no transaction that was committed. */
function wrongValues(
  transactions: readonly ListTransaction[],
  final: Lists,
  writers: ReadonlyMap<number, number>,
): string | undefined {
  for (const [list, values] of final) {
    if (new Set(values).size < values.length)
      return `A value stands twice in "${list}": ${values.join(", ")}.`;
    const unknown = values.find((value) => !writers.has(value));
    if (unknown !== undefined) return `"${list}" has ${unknown}, which was rolled back.`;
  }
  for (const { appends } of transactions)
    for (const { list, value } of appends)
      if (!final.get(list)?.includes(value)) return `"${list}" has lost ${value}.`;
  return undefined;
}

/** A read that is not the beginning of what the list was in the end. */
function wrongReads(transactions: readonly ListTransaction[], final: Lists): string | undefined {
  for (const { reads } of transactions)
    for (const { list, values } of reads)
      if (values.some((value, at) => final.get(list)?.[at] !== value))
        return `A transaction has read "${list}" as ${values.join(", ")}, which it never was.`;
  return undefined;
}

/** Transactions each of which has to come before the next, and the last before the first. */
function circle(
  transactions: readonly ListTransaction[],
  final: Lists,
  writers: ReadonlyMap<number, number>,
): string | undefined {
  const later = transactions.map(() => new Set<number>());
  const put = (one: number | undefined, other: number | undefined) => {
    if (one !== undefined && other !== undefined && one !== other) later[one]?.add(other);
  };
  const writerAt = (list: string, at: number) => writers.get(final.get(list)?.[at] ?? Number.NaN);
  for (const [list, values] of final)
    for (const at of values.keys()) put(writerAt(list, at), writerAt(list, at + 1));
  for (const [reader, { reads }] of transactions.entries())
    for (const { list, values } of reads) {
      put(writerAt(list, values.length - 1), reader);
      put(reader, writerAt(list, values.length));
    }
  const inCircle = leftWithoutOrder(later);
  if (inCircle.length === 0) return undefined;
  const shown = inCircle.slice(0, 4).map((at) => JSON.stringify(transactions[at]));
  return `${inCircle.length} transactions have no order in which they come one after the other, among them ${shown.join(" and ")}.`;
}

/** Those that are in a circle, or between two: takes away again and again what nothing has to come before or after. */
function leftWithoutOrder(later: readonly ReadonlySet<number>[]): readonly number[] {
  const earlier = later.map(() => new Set<number>());
  for (const [at, others] of later.entries()) for (const other of others) earlier[other]?.add(at);
  let left = new Set(later.keys());
  for (const edges of [earlier, later]) {
    const opposite = edges === earlier ? later : earlier;
    const counts = edges.map((others) => [...others].filter((one) => left.has(one)).length);
    const free = [...left].filter((at) => counts[at] === 0);
    const rest = new Set(left);
    for (let at = free.pop(); at !== undefined; at = free.pop()) {
      rest.delete(at);
      for (const other of opposite[at] ?? []) {
        counts[other] = (counts[other] ?? 0) - 1;
        if (counts[other] === 0 && rest.has(other)) free.push(other);
      }
    }
    left = rest;
  }
  return [...left];
}
