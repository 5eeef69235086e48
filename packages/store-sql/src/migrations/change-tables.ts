import {
  type AddedColumns,
  MigrationRefused,
  type Opening,
  type StoredTable,
} from "@tablewright/core/storage";
import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import { removeLayout } from "./catalogue.ts";
import { changeTable } from "./change-table.ts";
import { claimForApplication, refuseOtherApplication } from "./claim-application.ts";
import { planTables } from "./plan-tables.ts";
import type { TablePlan } from "./table-plan.ts";

/** Where the tables lie once they have been changed. */
export interface ChangedTables {
  readonly layouts: readonly TableLayout[];
  /** The names of tables that are no more, in the definition that brought them. */
  readonly gone: readonly string[];
  /** Whether columns have got other types. */
  readonly isConverted: boolean;
  /** Whether indexes were noted that are still to be made. */
  readonly hasBegun: boolean;
  /** The columns that rows have got. */
  readonly added: readonly AddedColumns[];
}

/**
 * Makes the database have the tables of a definition with their columns and indexes. Throws a `MigrationRefused`, before it
 * changes anything, when the rows there are do not fit, or fit only after a migration that was not asked for.
 */
export async function changeTables<Connection extends SqlConnection>(
  connection: Connection,
  wanted: readonly StoredTable[],
  { application, migration }: Pick<Opening, "application" | "migration">,
  dialect: SqlStoreDialect<Connection>,
  defersIndexes: boolean,
): Promise<ChangedTables> {
  const names = await dialect.namesInUse(connection);
  await refuseOtherApplication(connection, application, names);
  const { tables, dropped } = await planTables(connection, wanted, names, migration, dialect);
  refuse(tables);
  await claimForApplication(connection, application, names, dialect);
  for (const { name, table } of dropped) {
    await removeLayout(connection, table, dialect);
    await connection.exec(`drop table ${quoteName(name)}`);
  }
  const layouts: TableLayout[] = [];
  for (const plan of tables) layouts.push(await changeTable(connection, plan, names, dialect, defersIndexes));
  const renamed = tables.flatMap(({ old, layout }) =>
    old === undefined || old.table === layout.table.name ? [] : [old.table],
  );
  return {
    layouts,
    hasBegun:
      defersIndexes && tables.some(({ old, indexes }) => old !== undefined && indexes.added.length > 0),
    isConverted: tables.some(({ converted }) => converted.length > 0),
    gone: [...dropped.map(({ table }) => table), ...renamed],
    added: tables.flatMap(({ layout, rows, added }) =>
      rows > 0 && added.length > 0
        ? [{ table: layout.table.name, columns: added.map(({ column }) => column) }]
        : [],
    ),
  };
}

function refuse(tables: readonly TablePlan[]): void {
  const refusals = tables.flatMap((plan) => plan.refusals);
  if (refusals.length === 0) return;
  const isPending = refusals.every((refusal) => refusal.isPending);
  throw new MigrationRefused(
    refusals.map(({ reason }) => reason),
    { isPending },
  );
}
