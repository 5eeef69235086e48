import type { Answer } from "./answer.ts";
import type { ApplicationTypes, KeyOf, RowOf, TableOf } from "./application.ts";
import type { Properties } from "./properties.ts";

/** What a single call may say beside its rows. */
export interface CallOptions {
  readonly properties?: Properties;
  /** Of a write: the server carries it out once, however often it arrives. */
  readonly idempotencyKey?: string;
  /** Ends the call early. */
  readonly signal?: AbortSignal;
  /** Milliseconds for this call instead of the client's. */
  readonly timeout?: number;
}

/** Which rows a Find answers with; without keys and without a Selector, all that the caller may see. */
export interface FindOptions<Key> extends Omit<CallOptions, "idempotencyKey"> {
  /** A key without a row is left out; an empty list finds no row. */
  readonly keys?: readonly Key[];
  /** An expression that names the rows; it wins over `keys`. Values of users belong into `properties.Params`. */
  readonly selector?: string;
}

/**
 * The calls of an application, by the names that the engine has for them; cells are JSON, on the wire `typed`. What is
 * refused is a `ProblemError`; a call that took too long, or was ended, rejects with its signal's reason.
 */
export interface Client<A extends ApplicationTypes> {
  /** Rows of a table or slice: in the Selector's order, else in the order of the table. */
  find<T extends TableOf<A>>(table: T, options?: FindOptions<KeyOf<A, T>>): Promise<Answer<RowOf<A, T>>>;
  /** The row of a key; undefined when there is none that the caller may see. */
  get<T extends TableOf<A>>(
    table: T,
    key: KeyOf<A, T>,
    options?: Omit<FindOptions<never>, "keys" | "selector">,
  ): Promise<RowOf<A, T> | undefined>;
  /** New rows; answers them with initial values and formulas filled in. */
  add<T extends TableOf<A>>(
    table: T,
    rows: readonly A["tables"][T]["add"][],
    options?: CallOptions,
  ): Promise<Answer<RowOf<A, T>>>;
  /** Changes the rows of these keys; a column left out keeps its value. Answers the whole rows. */
  edit<T extends TableOf<A>>(
    table: T,
    rows: readonly A["tables"][T]["edit"][],
    options?: CallOptions,
  ): Promise<Answer<RowOf<A, T>>>;
  /** Removes the rows of these keys and their parts; answers the rows as they were. */
  delete<T extends TableOf<A>>(
    table: T,
    keys: readonly A["tables"][T]["delete"][],
    options?: CallOptions,
  ): Promise<Answer<RowOf<A, T>>>;
  /** Carries out an action of the application on the rows of these keys; answers them as they are afterwards. */
  invoke<T extends TableOf<A>>(
    action: A["tables"][T]["actions"],
    table: T,
    keys: readonly KeyOf<A, T>[],
    options?: CallOptions,
  ): Promise<Answer<RowOf<A, T>>>;
}
