/** Rows that are written in batches, so that half a batch shows. */
import type { OutboxEvent, Row, StoredTable } from "@tablewright/core/storage";

/** So many rows are written at once. */
export const BATCH_SIZE = 20;

export const batches: StoredTable = {
  name: "Batches",
  columns: [
    { name: "Id", kind: "text", family: "text", indexed: false },
    { name: "Batch", kind: "integer", family: "number", indexed: true },
  ],
  key: [0],
  rowNumbers: "position",
};

export function batchOf(number: number): readonly Row[] {
  return Array.from({ length: BATCH_SIZE }, (_, at) => [`${number}.${at}`, number]);
}

/** The event that is appended with a batch. */
export function eventOf(number: number): OutboxEvent {
  return { id: `${number}`, rule: "Batch", payload: "{}", createdAt: 1 };
}
