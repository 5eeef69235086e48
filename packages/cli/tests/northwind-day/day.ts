import type { EngineRequest } from "@tablewright/core";
import type { Books } from "./books.ts";
import type { Moment } from "./moment.ts";
import type { Seeded } from "./seeded.ts";
import type { Written } from "./write-rows.ts";

/** What is in memory when the next call is thought of. */
export interface Day {
  readonly books: Books;
  readonly random: Seeded;
  readonly moment: Moment;
  readonly customers: readonly string[];
  readonly employees: readonly number[];
  /** A new order number. */
  newOrder(): number;
}

/** A call, and what must come back: rows and the keys of those passed over, or each error as `row column code`. */
export interface PlannedCall {
  readonly request: EngineRequest;
  readonly answer: Answer;
}

export type Answer =
  | { readonly rows: readonly Written[]; readonly passedOver: readonly string[] }
  | { readonly refused: readonly string[] };

export function refused(errors: readonly string[]): Answer {
  return { refused: errors };
}

export function done(rows: readonly Written[], passedOver: readonly string[] = []): Answer {
  return { rows, passedOver };
}

/** Does the work on the books; with an error they are as before. */
export function attempt(books: Books, work: () => readonly string[]): readonly string[] {
  const before = structuredClone(books);
  const errors = work();
  if (errors.length > 0) Object.assign(books, before);
  return errors;
}
