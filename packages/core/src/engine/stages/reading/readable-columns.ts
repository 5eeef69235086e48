import type { RequestContext } from "../../../expression/parts.ts";
import type { ColumnDefinition, StoredColumnDefinition } from "../../../schema/index.ts";
import type { Call } from "../../calls/call.ts";
import { CellReading } from "./cell-reading.ts";
import { type NamedColumns, namedColumnsOf } from "./named-columns.ts";

/** The columns that a request can name, and how their cells are read in a call. */
export class ReadableColumns {
  readonly #named: NamedColumns;
  readonly #request: RequestContext;
  /** The positions of cells that did not read, of a row whose cells all do. */
  readonly noneUnread: ReadonlySet<number> = new Set();
  /** By the positions of their columns. */
  readonly #readings: CellReading[] = [];

  constructor(call: Call) {
    this.#named = namedColumnsOf(call);
    this.#request = call.request;
  }

  get names(): Iterable<string> {
    return this.#named.names;
  }

  find(name: string): ColumnDefinition | undefined {
    return this.#named.find(name);
  }

  readingOf(column: StoredColumnDefinition): CellReading {
    this.#readings[column.index] ??= new CellReading(this.#request, column.options);
    return this.#readings[column.index] as CellReading;
  }
}
