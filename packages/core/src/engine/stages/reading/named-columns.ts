import type { ColumnDefinition, SliceDefinition, TableDefinition } from "../../../schema/index.ts";
import type { Call } from "../../calls/call.ts";

/** The columns that a request can name, found by their names: exactly, else by the only one that differs in case alone. */
export class NamedColumns {
  readonly #exact: ReadonlyMap<string, ColumnDefinition>;
  /** Undefined under a name that several columns have but for their case. */
  readonly #folded = new Map<string, ColumnDefinition | undefined>();

  constructor(columns: Iterable<ColumnDefinition>) {
    this.#exact = new Map([...columns].map((column) => [column.name, column]));
    for (const [name, column] of this.#exact) {
      const folded = name.toLowerCase();
      this.#folded.set(folded, this.#folded.has(folded) ? undefined : column);
    }
  }

  get names(): Iterable<string> {
    return this.#exact.keys();
  }

  find(name: string): ColumnDefinition | undefined {
    return this.#exact.get(name) ?? this.#folded.get(name.toLowerCase());
  }
}

/** The columns of the call's table, or those of its slice and the key, which names the row. */
export function namedColumnsOf({ table, slice }: Call): NamedColumns {
  const existing = named.get(slice ?? table);
  if (existing !== undefined) return existing;
  const columns = new NamedColumns(slice === undefined ? table.columns : [...slice.columns, ...table.key]);
  named.set(slice ?? table, columns);
  return columns;
}

const named = new WeakMap<TableDefinition | SliceDefinition, NamedColumns>();
