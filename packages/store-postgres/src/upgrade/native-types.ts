import { MigrationRefused, type MigrationStep } from "@tablewright/core/storage";
import { quoteName, readLayouts, SLOT, type Upgrade, unusedName } from "@tablewright/store-sql";
import {
  postgresNames,
  readVersion,
  WITHOUT_NATIVE_TYPES,
  WITHOUT_SEQUENCES,
  writeVersion,
} from "../catalogue.ts";
import type { PostgresConnection } from "../connection.ts";
import { LONGEST_NAME } from "../indexes.ts";
import { primaryKey } from "../primary-key.ts";
import { UNSTORABLE, writeStoredList } from "../stored-list.ts";
import { nativeColumnType } from "../types.ts";
import { lookThrough } from "./look-through.ts";
import { type OldTable, readOldTable } from "./old-table.ts";

/**
 * Schemas of version 1 keep dates, times and lists as text and decimals as doubles. Their columns get types of PostgreSQL's
 * own and slots become the primary key, for all tables at once: while one value does not fit, nothing is changed.
 */
export const nativeTypes: Omit<Upgrade<PostgresConnection>, "isDue"> = {
  async plan(connection) {
    const steps: MigrationStep[] = [];
    for (const table of await oldTables(connection)) {
      const { rows, refusals } = await lookThrough(connection, table);
      const columns = table.columns.map(({ column }) => column);
      if (columns.length > 0) steps.push({ what: "changeTypes", table: table.table, columns, rows });
      for (const reason of refusals) steps.push({ what: "refuse", table: table.table, reason });
    }
    return steps;
  },

  async carryOut(connection) {
    if ((await readVersion(connection)) !== WITHOUT_NATIVE_TYPES) return;
    const tables = await oldTables(connection);
    const refusals: string[] = [];
    const unique = new Set<OldTable>();
    for (const table of tables) {
      const seen = await lookThrough(connection, table);
      for (const refusal of seen.refusals) refusals.push(refusal);
      if (seen.areSlotsUnique) unique.add(table);
    }
    if (refusals.length > 0) throw new MigrationRefused(refusals);
    const names = await postgresNames(connection);
    await connection.exec("set local extra_float_digits = 1"); // all digits of a double
    for (const table of tables) {
      await rewriteLists(connection, table);
      await change(connection, table, unique.has(table), names);
    }
    await writeVersion(connection, WITHOUT_SEQUENCES);
  },
};

async function oldTables(connection: PostgresConnection): Promise<readonly OldTable[]> {
  if ((await readVersion(connection)) !== WITHOUT_NATIVE_TYPES) return [];
  const tables: OldTable[] = [];
  for (const table of await readLayouts(connection)) tables.push(await readOldTable(connection, table));
  return tables;
}

/** Lists with characters that `jsonb` does not take get the form in which it does. */
async function rewriteLists(connection: PostgresConnection, { name, columns }: OldTable): Promise<void> {
  const table = quoteName(name);
  for (const column of columns.filter(({ form }) => form === "json")) {
    const held = quoteName(column.name);
    const lists = await connection.all(`select ctid::text, ${held} from ${table} where ${held} ~* $1`, [
      UNSTORABLE.source,
    ]);
    for (const [place = null, list] of lists)
      await connection.run(`update ${table} set ${held} = $1 where ctid = $2::text::tid`, [
        writeStoredList(String(list)),
        place,
      ]);
  }
}

/** The table is written again once, whatever changes. */
async function change(
  connection: PostgresConnection,
  { name, columns, slotIndex, hasPrimaryKey }: OldTable,
  areSlotsUnique: boolean,
  names: Set<string>,
): Promise<void> {
  const changes = columns.map(({ name: column, form }) => {
    const held = quoteName(column);
    const text = form === "real" ? `${held}::text` : held;
    return `alter column ${held} type ${nativeColumnType(form)} using ${text}::${nativeColumnType(form)}`;
  });
  if (areSlotsUnique && !hasPrimaryKey) {
    if (slotIndex !== undefined) await connection.exec(`drop index ${quoteName(slotIndex)}`);
    changes.push(
      `add ${primaryKey(slotIndex ?? unusedName(`${name} by ${SLOT}`, names, LONGEST_NAME), names)}`,
    );
  }
  if (changes.length > 0) await connection.exec(`alter table ${quoteName(name)} ${changes.join(", ")}`);
}
