import type { ColumnDefinition } from "../../../schema/index.ts";
import { foldName } from "../../../values/index.ts";
import { nameableColumns } from "../../access/is-nameable.ts";
import type { Call } from "../../calls/call.ts";

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
  const columns = nameableColumns(call, call.slice ?? call.table);
  const existing = named.get(columns) ?? new NamedColumns([...columns, ...call.table.key]);
  named.set(columns, existing);
  return existing;
}

const named = new WeakMap<readonly ColumnDefinition[], NamedColumns>();
