import type { Key, Row, Value } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";
import type { TableAccess } from "../store/row-access.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import { type SqlValue, writeSqlValue } from "../values/sql-value.ts";
import { lookupKey } from "./lookup-key.ts";
import { rowDecoder } from "./row-decoder.ts";
import { columnsAsStored, type TableLayout } from "./table-layout.ts";
import { type TableDialect, TableStatements } from "./table-statements.ts";

/** A table that rows can be read from and written to. */
export class OpenTable<Connection extends SqlConnection = SqlConnection> {
  readonly isSource = false;
  readonly layout: TableLayout;
  readonly statements: TableStatements;
  readonly rows: TableAccess<Connection>;
  /** Makes a row of what was read of it. */
  readonly decode: (read: SqlValue[]) => Value[];
  readonly #forms: readonly StoredForm[];

  constructor(
    layout: TableLayout,
    dialect: TableDialect & { rowsOfTable(layout: TableLayout): TableAccess<Connection> },
  ) {
    this.layout = layout;
    this.statements = new TableStatements(layout, dialect);
    this.rows = dialect.rowsOfTable(layout);
    this.decode = rowDecoder(layout);
    this.#forms = columnsAsStored(layout).map(({ form }) => form);
  }

  /** The values of a row in the order of the table's columns, blanks where the row has ended. */
  encode(row: Row): SqlValue[] {
    const { columns } = this.layout.table;
    return this.#forms.map((form, at) => writeSqlValue(row[at] ?? null, form, columns[at]?.objects));
  }

  /** The keys that a row can have, as their columns keep them, and the position of each among `keys`. */
  seekKeys(keys: readonly Key[]): LookupKeys {
    const { key: columns } = this.layout.table;
    const forms = columns.map((at) => this.#forms[at] as StoredForm);
    const encoded: SqlValue[][] = [];
    const positions: number[] = [];
    for (const [position, key] of keys.entries()) {
      const values = lookupKey(key, forms);
      if (values === undefined) continue;
      encoded.push(values);
      positions.push(position);
    }
    return { encoded, positions };
  }

  /** The row as it is handed out after it was written. */
  withNumber(row: Row, number: number): Row {
    return [...this.#forms.map((_, at) => row[at] ?? null), number];
  }
}

/** Keys that are looked up; a text that no column keeps, such as one with NUL, is the key of no row. */
export interface LookupKeys {
  readonly encoded: readonly SqlValue[][];
  readonly positions: readonly number[];
}
