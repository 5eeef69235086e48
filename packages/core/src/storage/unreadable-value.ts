/** A value that another program has put into a table and that is none of its column's type. */
export class UnreadableValue extends Error {
  readonly code = "server/unreadable-value";
  readonly table: string;
  readonly column: string;
  readonly key: string;
  /** As the database has it. */
  readonly value: string;

  constructor({ table, column, key, value }: Pick<UnreadableValue, "table" | "column" | "key" | "value">) {
    super(
      `Table "${table}" has ${value} in the column "${column}" of the row ${key}, which is no such value.`,
    );
    this.name = "UnreadableValue";
    this.table = table;
    this.column = column;
    this.key = key;
    this.value = value;
  }
}
