import type { RecordRow } from "../records.ts";

/** The queries of the measurement by hand over one store: no rules, no types, no names. */
export interface Floor {
  point(id: number): Promise<readonly RecordRow[]> | readonly RecordRow[];
  add(rows: readonly RecordRow[]): Promise<void> | void;
  /** The rows above a price, the dearest first. */
  top(price: number, count: number): Promise<readonly RecordRow[]> | readonly RecordRow[];
  /** The rows of a city. */
  city(name: string): Promise<readonly RecordRow[]> | readonly RecordRow[];
  /** The first rows in order. */
  first(count: number): Promise<readonly RecordRow[]> | readonly RecordRow[];
  /** For the first parents, what their children cost together. */
  sums(parents: number): Promise<readonly object[]> | readonly object[];
}
