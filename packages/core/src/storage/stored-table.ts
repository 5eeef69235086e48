import { jsonReaderOf, jsonWriterOf, type Type } from "../expression/parts.ts";
import type { TableSource } from "../schema/index.ts";
import { type Family, parseExactly, type Value } from "../values/index.ts";

/** The five kinds under all column types, so that a new column type touches no store. */
export type StorageKind = "text" | "integer" | "real" | "boolean" | "json";

/** What an instant is counted in where it is kept as a number. */
export type InstantUnit = "seconds" | "milliseconds";

/** A column as a store keeps it. */
export interface StoredColumn {
  readonly name: string;
  /** The name it had before; without effect once the store knows it by its own. */
  readonly was?: string;
  readonly kind: StorageKind;
  /** How its values compare, and so how an index on it folds. */
  readonly family: Family;
  /** Whether look-ups by this column are common enough to keep an index. */
  readonly indexed: boolean;
  /** Whether the index also keeps rows of equal values in stored order, so that the first of them are read without the rest. */
  readonly indexedInOrder?: true;
  /** In a table with a source: the name of the column there, where it is another one. */
  readonly source?: string;
  /**
   * In a table with a source: its dates with times are instants; those without a zone have the clock of UTC. Numbers are seconds or
   * milliseconds since 1970.
   */
  readonly instant?: true | InstantUnit;
  /** In a table with a source: rows have the digits of its numbers that a double does not hold, see `exactDigits`. */
  readonly digits?: "exact";
  /** In a table with a source: the database gives it its values, and none is ever written. */
  readonly readOnly?: true;
  /** Of a column of objects, or of lists of them: their type. Such a column keeps JSON whose members have the names of fields. */
  readonly objects?: Type;
}

/** The JSON text of a value with objects. */
export function writeObjects(value: Value, type: Type): string {
  return JSON.stringify(jsonWriterOf(type)(value));
}

/** Back from JSON text that may have been written by another program. Throws where it is not of the type. */
export function readObjects(text: string, type: Type): Value {
  const value = jsonReaderOf(type)(
    type.kind === "Json" ? parseExactly(text, refuseNumber) : JSON.parse(text),
  );
  if (value === undefined) throw new RangeError("The JSON is of another form than its column.");
  return Array.isArray(value) && value.length === 0 && type.kind === "List" ? null : value;
}

function refuseNumber(digits: string): never {
  throw new RangeError(`No number has the digits ${digits}.`);
}

/** What a store knows of a table: no rules, no formulas, no virtual columns. */
export interface StoredTable {
  readonly name: string;
  /** The name it had before, as for a column. */
  readonly was?: string;
  /** The table or view of another program that the rows lie in, used as it is and never altered. */
  readonly source?: TableSource;
  /** In a table with a source: reading a value that has no counterpart is an error, and not a blank. */
  readonly strictValues?: true;
  readonly columns: readonly StoredColumn[];
  /** Positions, within `columns`, of the key parts; never empty. */
  readonly key: readonly number[];
  /** `position`: row numbers close up after a delete; `stable`: a row keeps its number for life. */
  readonly rowNumbers: "position" | "stable";
  /**
   * `commit`: stored order is the order in which transactions commit, so that a reader who goes on after the last row it has
   * read misses none; a store on which writers work in parallel lets one after the other insert and commit. Rows are
   * then inserted last of all in a transaction, because others wait from there to its end. Without it stored order is the
   * order of the inserts: a row may appear before others that were committed earlier. Goes with `stable` row numbers.
   */
  readonly order?: "commit";
}

/** How the values of a column are kept. Values of one form can be exchanged; those of another are converted by a migration. */
export type ValueForm =
  | "text"
  | "integer"
  | "real"
  | "boolean"
  | "date"
  | "time"
  | "datetime"
  | "duration"
  | "json";

/** The family decides before the kind does: the key of a Ref is of whatever type that key has. */
export function valueFormOf({ kind, family }: StoredColumn): ValueForm {
  switch (family) {
    case "list":
    case "object":
      return "json";
    case "yes/no":
      return "boolean";
    case "number":
      return kind === "integer" ? "integer" : "real";
    case "date":
    case "time":
    case "datetime":
    case "duration":
      return family;
    case "text":
    case "point":
      return kind === "json" ? "json" : "text";
  }
}

type EngineColumns = Readonly<Record<string, keyof typeof FAMILIES>>;

/**
 * A table of the engine's own besides those of the application, of a name that no definition can have. `key` counts the
 * leading columns that are its key.
 */
export function engineTable(
  name: `tablewright_${string}`,
  columns: EngineColumns,
  key: number,
  more: Pick<StoredTable, "order"> & { readonly indexed?: readonly string[] } = {},
): StoredTable {
  const { indexed = [], ...rest } = more;
  const stored = Object.entries(columns).map(
    ([column, kind]): StoredColumn => ({
      name: column,
      kind,
      family: FAMILIES[kind],
      indexed: indexed.includes(column),
      ...(indexed.includes(column) ? { indexedInOrder: true } : {}),
    }),
  );
  return { name, columns: stored, key: [...Array(key).keys()], rowNumbers: "stable", ...rest };
}

const FAMILIES = { text: "text", integer: "number", boolean: "yes/no" } as const satisfies Partial<
  Record<StorageKind, Family>
>;
