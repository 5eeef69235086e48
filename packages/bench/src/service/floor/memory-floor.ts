import type { RecordRow } from "../records.ts";
import type { Floor } from "./floor.ts";

/** An array, and a Map for the key and each indexed column: what somebody would write who needs no more. */
export function memoryFloor(batches: Iterable<readonly RecordRow[]>): Floor {
  const rows: RecordRow[] = [];
  const byId = new Map<number, RecordRow>();
  const byCity = new Map<string, RecordRow[]>();
  const byParent = new Map<number, RecordRow[]>();
  const add = (added: readonly RecordRow[]) => {
    for (const row of added) {
      if (byId.has(row.Id)) throw new Error(`The key ${row.Id} exists already.`);
      byId.set(row.Id, row);
      rows.push(row);
      append(byCity, row.City, row);
      append(byParent, row.Parent, row);
    }
  };
  for (const batch of batches) add(batch);
  return {
    add,
    point: (id) => [byId.get(id)].filter((row) => row !== undefined),
    top: (price, count) =>
      rows
        .filter(({ Price }) => Price > price)
        .sort((a, b) => b.Price - a.Price)
        .slice(0, count),
    city: (name) => byCity.get(name) ?? [],
    first: (count) => rows.slice(0, count),
    sums: (parents) =>
      rows.slice(0, parents).map(({ Id }) => ({
        Id,
        Sum: (byParent.get(Id) ?? []).reduce((sum, { Price }) => sum + Price, 0),
      })),
  };
}

function append<K>(index: Map<K, RecordRow[]>, key: K, row: RecordRow): void {
  const rows = index.get(key);
  if (rows === undefined) index.set(key, [row]);
  else rows.push(row);
}
