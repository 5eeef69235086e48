import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { LaidOutColumn, TableLayout } from "../tables/table-layout.ts";
import { changeLayout, removeLayout } from "./catalogue.ts";
import { isReshaped } from "./change-table.ts";
import {
  type AlteringInSteps,
  forgetLeftover,
  type Leftover,
  noteLeftover,
  removeLeftovers,
} from "./leftovers.ts";
import { nameFor } from "./plan-columns.ts";
import type { TablesPlan } from "./plan-tables.ts";
import type { TablePlan } from "./table-plan.ts";
import { writeConverted } from "./write-converted.ts";

/**
 * Renames, converts and removes what is there, where each statement that alters a table is committed by itself. Converted
 * values go into columns beside the old ones; then one transaction changes the catalogue of all tables; then the old columns
 * and tables are removed. What ends before that transaction has changed nothing, and what ends after it all.
 */
export async function reshapeInSteps<Connection extends SqlConnection>(
  connection: Connection,
  { tables, dropped }: TablesPlan,
  steps: AlteringInSteps<Connection>,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  const reshaped: Reshaped[] = [];
  for (const plan of tables.filter(isReshaped)) reshaped.push(await convertBeside(connection, plan, dialect));
  for (const { layout, was, added, replaced } of reshaped) {
    await changeLayout(connection, layout, was, dialect);
    for (const leftover of added) await forgetLeftover(connection, leftover, dialect);
    for (const leftover of replaced) await noteLeftover(connection, leftover, dialect);
  }
  for (const { table, name } of dropped) {
    await removeLayout(connection, table, dialect);
    await noteLeftover(connection, { table: name }, dialect);
  }
  await connection.exec("commit");
  await removeLeftovers(connection, steps, dialect);
}

/** A table as the catalogue is to have it, but for the columns that only have to be added. */
interface Reshaped {
  readonly layout: TableLayout;
  /** Its name in the definition before. */
  readonly was: string;
  readonly added: readonly Leftover[];
  readonly replaced: readonly Leftover[];
}

async function convertBeside(
  connection: SqlConnection,
  { layout, old, converted, added, unnamed, drops }: TablePlan,
  dialect: SqlStoreDialect,
): Promise<Reshaped> {
  const table = layout.name;
  const there = old?.columns ?? [];
  const beside = new Map<LaidOutColumn, LaidOutColumn>();
  for (const one of converted) {
    const taken = [...there, ...layout.columns, ...beside.values()].map(({ name }) => name);
    const name = nameFor(one.column.column, taken, dialect);
    await noteLeftover(connection, { table, column: name }, dialect);
    await connection.exec(
      `alter table ${quoteName(table)} add column ${quoteName(name)} ${dialect.typeOf(one.column.form)}`,
    );
    const names = [one.column.name, name] as const;
    await writeConverted(connection, table, names, one, dialect, async () => connection.exec("commit"));
    beside.set(one.column, { ...one.column, name });
  }
  const leftover = ({ name }: LaidOutColumn): Leftover => ({ table, column: name });
  const columns = layout.columns.filter((column) => !added.includes(column));
  return {
    layout: { ...layout, columns: columns.map((column) => beside.get(column) ?? column) },
    was: old?.table ?? layout.table.name,
    added: [...beside.values()].map(leftover),
    replaced: [...beside.keys(), ...(drops ? unnamed : [])].map(leftover),
  };
}
