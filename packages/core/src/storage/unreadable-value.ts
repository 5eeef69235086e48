/** A value that another program has put into a table and that is none of its column's type. */
export class UnreadableValue extends Error {
  readonly code = "server/unreadable-value";
  readonly table: string;
  readonly column: string;
  /** Undefined where the value was met among many rows. */
  readonly key: string | undefined;
  /** As the database has it. */
  readonly value: string;

  constructor({ table, column, key, value }: Pick<UnreadableValue, "table" | "column" | "key" | "value">) {
    super(
      `Table "${table}" has ${value} in the column "${column}" of ${key === undefined ? "a row" : `the row ${key}`}, which is no such value.`,
    );
    this.name = "UnreadableValue";
    this.table = table;
    this.column = column;
    this.key = key;
    this.value = value;
  }
}
