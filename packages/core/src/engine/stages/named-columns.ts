import type { RequestContext } from "../../expression/parts.ts";
import type { ColumnOptions, Reading } from "../../schema/column-types/column-type.ts";
import type { ColumnDefinition, StoredColumnDefinition } from "../../schema/index.ts";
import { foldName } from "../../values/index.ts";
import { columnRightsOf } from "../access/column-rights.ts";
import { nameableColumns } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";

/** The columns that a request can name, found by their names: exactly, else by the only one that `foldName` makes equal. */
export class NamedColumns {
  readonly #exact: ReadonlyMap<string, ColumnDefinition>;
  /** Undefined under a name that several columns have but for that. */
  readonly #folded = new Map<string, ColumnDefinition | undefined>();

  constructor(columns: Iterable<ColumnDefinition>) {
    this.#exact = new Map([...columns].map((column) => [column.name, column]));
    for (const [name, column] of this.#exact) {
      const folded = foldName(name);
      this.#folded.set(folded, this.#folded.has(folded) ? undefined : column);
    }
  }

  get names(): Iterable<string> {
    return this.#exact.keys();
  }

  find(name: string): ColumnDefinition | undefined {
    return this.#exact.get(name) ?? this.#folded.get(foldName(name));
  }
}

/** The columns of the call's table, or those of its slice and the key, which names the row, as far as its caller may know them. */
export function namedColumnsOf(call: Call): NamedColumns {
  const columns = nameableColumns(call.caller, call.slice ?? call.table, columnRightsOf(call));
  const existing = named.get(columns) ?? new NamedColumns([...columns, ...call.table.key]);
  named.set(columns, existing);
  return existing;
}

const named = new WeakMap<readonly ColumnDefinition[], NamedColumns>();

interface SentForms {
  /** Default that of the request. */
  readonly locale?: string;
  readonly isMonthFirst?: boolean;
  readonly isJson?: boolean;
}

/** How the cells of a column are read in a call; only cells with an offset ask for its time zone. */
export class ColumnReading implements Reading {
  readonly locale: string;
  readonly options: ColumnOptions;
  readonly isAnsweredMonthFirst: boolean;
  readonly isJson: boolean;
  readonly #request: RequestContext;

  constructor(
    request: RequestContext,
    options: ColumnOptions,
    { locale = request.locale, isMonthFirst = false, isJson = false }: SentForms = {},
  ) {
    this.isAnsweredMonthFirst = isMonthFirst;
    this.isJson = isJson;
    this.#request = request;
    this.locale = locale;
    this.options = options;
  }

  get timeZone(): string {
    return this.#request.timeZone;
  }
}

/** Why a value given for a virtual column is not taken. */
export const IS_VIRTUAL = "the column is virtual";

/** Why a value given for a stored column is not taken. */
export function reasonNotToWrite({
  formula,
  columnType,
  options,
}: StoredColumnDefinition): string | undefined {
  if (formula !== undefined) return "the column is computed by its formula";
  if (options.readOnly) return "only the database gives the column its values";
  return columnType.isWritable ? undefined : `a ${columnType.name} is kept by the application`;
}
