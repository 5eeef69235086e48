/** Answers whose rows, outputs and groups have the types of an application. */
import type { FactError, FiredRow, Mistake, RecordedVersion, TriedRow } from "./answers.ts";
import type { ApplicationTypes, Cells, KeyOf, RowOf, TableOf } from "./application.ts";
import type { Properties } from "./properties.ts";

/** The answer to a call that was carried out. */
export interface Answer<Row> {
  /** As they now are; those of a Delete as they were. */
  readonly rows: Row[];
  /** What was done otherwise than was asked, such as cells that were ignored. */
  readonly warnings: readonly Mistake[];
  /** Of a Find with a `Limit` that left rows: what the next Find gives as `After`. */
  readonly after: string | undefined;
  /** Of a Find with `Count`: the number of all rows that match. */
  readonly count: number | undefined;
  /** Of a change that was recorded: its id in the history, by which it can be undone. */
  readonly call: string | undefined;
}

/** A change of a row, as the caller may see it. */
export interface RecordedChange<Row = Cells> extends RecordedVersion {
  /** Of an edit the columns that changed, of a deleted row all; null for a new one. */
  readonly before: Partial<Row> | null;
  /** Of an edit the columns that changed, of a new row all; null for a deleted one. */
  readonly after: Partial<Row> | null;
}

/** What a decision came to on one set of facts. */
export interface DecisionResult<Outputs> {
  /** By name; those are missing that errors kept from being computed. */
  readonly outputs: Partial<Outputs>;
  /** The rows and rules that fired. */
  readonly fired: readonly FiredRow[];
  readonly events: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[];
  /** What is wrong with these facts; empty where everything is there. */
  readonly errors: readonly FactError[];
  /** Facts that are not read, because the decision has none of the name; missing where there are none. */
  readonly warnings?: readonly FactError[];
}

/** A result with the way to it. */
export interface ExplainedDecision<Outputs> extends DecisionResult<Outputs> {
  /** For people. */
  readonly explanation: string;
  readonly rows: readonly TriedRow[];
}

/** What is computed of each group: the number of its rows, or a function of a column. */
export type SummaryValue<Column extends string> =
  | "COUNT"
  | { readonly SUM: Column }
  | { readonly AVERAGE: Column }
  | { readonly MIN: Column }
  | { readonly MAX: Column };

/** A group: the columns it was made by, and its values, which have the type of their columns. */
export type Group<Row, By extends keyof Row, Values> = Pick<Row, By> & {
  [Name in keyof Values]: Values[Name] extends "COUNT" ? number : Row[ColumnIn<Values[Name]> & keyof Row];
};

type ColumnIn<Value> = Value[keyof Value];

/** A cell of an earlier answer of the batch, by a JSON pointer such as `#/0/Rows/0/Order ID`. */
export interface Reference {
  readonly $ref: string;
}

/** A row whose cells may be those of earlier answers. */
type Referring<Row> = { readonly [Column in keyof Row]: Row[Column] | Reference };

/** One call of a batch, on a table or slice. */
export type CallOf<A extends ApplicationTypes> = {
  readonly [T in TableOf<A>]: { readonly table: T; readonly properties?: Properties } & (
    | FindCall<KeyOf<A, T>>
    | Change<"Add", A["tables"][T]["add"]>
    | Change<"Edit", A["tables"][T]["edit"]>
    | Change<"Delete", A["tables"][T]["delete"]>
    | Change<A["tables"][T]["actions"], KeyOf<A, T>>
  );
}[TableOf<A>];

interface FindCall<Key> {
  readonly action: "Find";
  readonly keys?: readonly Referring<Key>[] | undefined;
  readonly selector?: string | undefined;
}

interface Change<Action extends string, Row> {
  readonly action: Action;
  readonly rows: readonly Referring<Row>[];
}

/** What the calls of a batch are answered, in their order. */
export interface BatchAnswers<A extends ApplicationTypes, Calls extends readonly CallOf<A>[]> {
  readonly answers: { readonly [At in keyof Calls]: Answer<RowOf<A, Calls[At]["table"]>> };
  /** What was found about the batch as it was sent. */
  readonly warnings: readonly Mistake[];
  /** Of changes that were recorded: their id in the history, by which they can be undone together. */
  readonly call: string | undefined;
}
