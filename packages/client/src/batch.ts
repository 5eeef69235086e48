/** Calls of a batch, and what they are answered. */
import type { Answer } from "./answer.ts";
import type { Mistake } from "./answers.ts";
import type { ApplicationTypes, KeyOf, RowOf, TableOf } from "./application.ts";
import type { Properties } from "./properties.ts";

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
