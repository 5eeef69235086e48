import type { JsonValue } from "../../values/index.ts";
import type { EngineRequest, Properties } from "./request.ts";
import type { Result, ResultRow } from "./result.ts";

/** Cells of a row by column name, in any form their column types read; `R` is the row as it is answered. */
export type GivenCells<R extends object = ResultRow> = { readonly [Column in keyof R]?: JsonValue };

/** Which rows a Find answers with; without keys and without a Selector, all that the caller may see. */
export interface TableFindOptions {
  /** Rows that hold the key columns, or `_ComputedKey`; a key without a row is left out, an empty list finds no row. */
  readonly keys?: readonly GivenCells[];
  /** An expression that names the rows; it wins over `keys`. Bind values by `properties.Params`. */
  readonly selector?: string;
  readonly properties?: Properties;
}

/**
 * `execute` by the names of its operations, on the wire `typed`: ISO dates, booleans, lists, null for blank. `R` is what
 * the caller knows of a row and is not looked at when the program runs. Errors come back as a `Rejected` result.
 */
export interface TableCalls {
  /** Rows of a table or slice: in the Selector's order, else in the order of the table. */
  find<R extends object = ResultRow>(table: string, options?: TableFindOptions): Promise<Result<R>>;
  /** New rows; answers them with initial values and formulas filled in. */
  add<R extends object = ResultRow>(
    table: string,
    rows: readonly GivenCells<NoInfer<R>>[],
    properties?: Properties,
  ): Promise<Result<R>>;
  /** Changes the rows of these keys; a column left out keeps its value. Answers the whole rows. */
  edit<R extends object = ResultRow>(
    table: string,
    rows: readonly GivenCells<NoInfer<R>>[],
    properties?: Properties,
  ): Promise<Result<R>>;
  /** Removes the rows of these keys and their parts; answers the rows as they were. */
  delete<R extends object = ResultRow>(
    table: string,
    keys: readonly GivenCells<NoInfer<R>>[],
    properties?: Properties,
  ): Promise<Result<R>>;
  /** Carries out an action of the application on the rows of these keys; answers them as they are afterwards. */
  invoke<R extends object = ResultRow>(
    action: string,
    table: string,
    keys: readonly GivenCells<NoInfer<R>>[],
    properties?: Properties,
  ): Promise<Result<R>>;
}

/** The calls of an engine; each is one `execute`. */
export function tableCalls(execute: (request: EngineRequest) => Promise<Result>): TableCalls {
  const call = <R extends object>(
    action: string,
    table: string,
    rows: readonly GivenCells<NoInfer<R>>[],
    properties: Properties = {},
  ) => execute({ action, table, rows: rows as EngineRequest["rows"] & {}, properties }) as Promise<Result<R>>;
  return {
    find: <R extends object>(table: string, { keys, selector, properties = {} }: TableFindOptions = {}) => {
      const named = selector ?? (keys?.length === 0 ? noRowsOf(table) : undefined);
      const selection = named === undefined ? properties : { ...properties, Selector: named };
      return call<R>(
        "Find",
        table,
        (keys === undefined ? [] : keys) as readonly GivenCells<NoInfer<R>>[],
        selection,
      );
    },
    add: (table, rows, properties) => call("Add", table, rows, properties),
    edit: (table, rows, properties) => call("Edit", table, rows, properties),
    delete: (table, keys, properties) => call("Delete", table, keys, properties),
    invoke: (action, table, keys, properties) => call(action, table, keys, properties),
  };
}

/** The Selector of a Find by no key at all: to `execute`, no keys mean all rows. */
function noRowsOf(table: string): string {
  return `FILTER("${table.replaceAll('"', '""')}", FALSE)`;
}
