import type { RequestContext } from "../../../expression/parts.ts";
import type { ColumnDefinition, StoredColumnDefinition } from "../../../schema/index.ts";
import type { Call } from "../../calls/call.ts";
import type { Wire } from "../../calls/request.ts";
import { CellReading } from "./cell-reading.ts";
import { type NamedColumns, namedColumnsOf } from "./named-columns.ts";

/** The columns that a request can name, and how their cells are read in a call. */
export class ReadableColumns {
  readonly #named: NamedColumns;
  readonly #request: RequestContext;
  readonly #wire: Wire;
  readonly #stored: readonly StoredColumnDefinition[];
  #noCells: readonly undefined[] | undefined;
  /** The positions of cells that did not read, of a row whose cells all do. */
  readonly noneUnread: ReadonlySet<number> = new Set();
  /** By the positions of their columns. */
  readonly #readings: CellReading[] = [];

  constructor(call: Call) {
    this.#named = namedColumnsOf(call);
    this.#request = call.request;
    this.#wire = call.wire;
    this.#stored = call.table.storedColumns;
  }

  get names(): Iterable<string> {
    return this.#named.names;
  }

  find(name: string): ColumnDefinition | undefined {
    return this.#named.find(name);
  }

  /** The cells of a row that says nothing, with room for all: a list that grows as they are read takes twice the memory. */
  get noCells(): readonly undefined[] {
    this.#noCells ??= this.#stored.map(() => undefined);
    return this.#noCells;
  }

  readingOf(column: StoredColumnDefinition): CellReading {
    this.#readings[column.index] ??= new CellReading(this.#request, column.options, { wire: this.#wire });
    return this.#readings[column.index] as CellReading;
  }
}
