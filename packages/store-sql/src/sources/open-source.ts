import type { StoredTable, Value } from "@tablewright/core/storage";
import type { SqlTable } from "../compile/sql-table.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import type { SqlValue } from "../values/sql-value.ts";
import { type SourceLayout, sqlTableOfSource } from "./source-layout.ts";
import { SourceRows } from "./source-rows.ts";

/** A table of another program that rows can be read from and written to. */
export class OpenSource<Connection extends SqlConnection = SqlConnection> {
  readonly isSource = true;
  readonly layout: TableLayout;
  readonly asSql: SqlTable;
  readonly rows: SourceRows<Connection>;
  /** Makes a row of what was read of it. */
  readonly decode: (read: SqlValue[]) => Value[];
  /** Positions of the columns that keep instants, and no wall clocks. */
  readonly instants: readonly number[];
  /** The same table as its instants are read by the clock of a zone. */
  readonly inZone: (timeZone: string) => OpenSource<Connection>;

  constructor(source: SourceLayout, dialect: SqlStoreDialect<Connection>) {
    const hasInstants = source.columns.some(({ instantIn }) => instantIn !== undefined);
    this.inZone = (timeZone) =>
      hasInstants ? new OpenSource(layoutInZone(source, timeZone), dialect) : this;
    this.instants = [...source.columns.entries()]
      .filter(([, { instantIn, hasWallClocks }]) => instantIn !== undefined && !hasWallClocks)
      .map(([at]) => at);
    const table: StoredTable = source.table;
    this.layout = { table, name: table.name, columns: source.columns };
    this.asSql = sqlTableOfSource(source);
    this.rows = new SourceRows(source, dialect);
    this.decode = this.rows.decode;
  }
}

function layoutInZone(source: SourceLayout, timeZone: string): SourceLayout {
  const columns = source.columns.map((column) => {
    const { instantIn } = column;
    return instantIn === undefined ? column : { ...column, ...instantIn(timeZone), timeZone };
  });
  return { ...source, columns };
}
