import type { StoredColumn, StoredTable, Value } from "@tablewright/core/storage";
import {
  type CatalogueDialect,
  type CataloguedTable,
  changeLayout,
  readLayouts,
  type ShadowColumn,
} from "../catalogue/catalogue.ts";
import { noteMigration } from "../catalogue/later-changes.ts";
import { quoteName } from "../fragments/sql-fragment.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDatabase } from "../store/sql-driver.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { type LaidOutColumn, SLOT, type TableLayout } from "../tables/table-layout.ts";
import { chunksOf, readSqlValue, type SqlValue, writeSqlValue } from "../values/sql-value.ts";
import { forgetLeftover, noteLeftover, removeColumns } from "./leftovers.ts";
import { nameFor } from "./plan-columns.ts";
import { ROWS_OF_A_PAGE, tablePages } from "./table-pages.ts";
import type { ConvertedLayout, TablePlan } from "./table-plan.ts";

/** The ids of notes whose rows have no value in a shadow column that is older than the note. */
export type SeenNotes = ReadonlySet<SqlValue>;

/**
 * Converts the values of columns that get another form into shadow columns, while others write. The catalogue names shadow
 * columns, so every process notes the keys of the rows it writes. The values that noted rows have in shadow columns are removed:
 * what is blank there is still to be converted. The transaction that takes shadow columns over does that with what was noted
 * since, so it needs the notes that are returned. Undefined where no values get another form.
 */
export async function convertBeside<Connection extends SqlConnection>(
  { driver, dialect }: SqlDatabase<Connection>,
  { tables, hasShadows }: { readonly tables: readonly TablePlan[]; readonly hasShadows: boolean },
): Promise<SeenNotes | undefined> {
  const due = tables.flatMap((plan): TablePlan[] => {
    const converted = plan.converted.filter(({ convert }) => convert !== undefined);
    if (plan.old === undefined || converted.length === 0) return [];
    return [{ ...plan, old: { ...plan.old, shadows: [] }, converted }];
  });
  if (due.length === 0 && !hasShadows) return undefined;
  const begun = await driver.alter(async (connection) => {
    await removeShadows(connection, dialect); // an interrupted migration has left them
    await noteMigration(connection, [], dialect);
    const plans: TablePlan[] = [];
    for (const plan of due) plans.push(await addShadows(connection, plan, dialect));
    return plans;
  });
  const seen = new Set<SqlValue>();
  const convertAll = async (isFirst: boolean) => {
    for (const { layout, converted } of begun)
      for (const one of converted)
        await convertRows(layout.name, one, dialect, {
          where: isFirst ? undefined : isUnconverted(one),
          inTransaction: (convert) => driver.write(convert),
        });
  };
  await convertAll(true);
  for (;;) {
    const noted = await driver.read((connection) => readNoted(connection, seen, dialect));
    await driver.write((connection) => blankNoted(connection, noted, dialect));
    for (const { ids } of noted) for (const id of ids) seen.add(id);
    if (noted.reduce((sum, { keys }) => sum + keys.length, 0) < FEW) return seen;
    await convertAll(false);
  }
}

/** Noted rows that are converted while writers wait. */
const FEW = 500;

/** The plan of a table with a complete shadow column for each column that gets another form, in an exclusive transaction. */
export async function completeShadows<Connection extends SqlConnection>(
  connection: Connection,
  plan: TablePlan,
  dialect: SqlStoreDialect<Connection>,
): Promise<TablePlan> {
  const complete = await addShadows(connection, plan, dialect);
  const inTransaction = async (convert: ConvertPage<Connection>) => {
    const last = await convert(connection);
    if (dialect.altersInSteps !== undefined) await connection.exec("commit");
    return last;
  };
  for (const [at, one] of complete.converted.entries()) {
    const where = isUnconverted(plan.converted[at] ?? one);
    await convertRows(plan.layout.name, one, dialect, { where, inTransaction });
  }
  return complete;
}

/** Gives the keys of noted rows the form that the columns of the key get. */
export async function convertNotedKeys<Connection extends SqlConnection>(
  connection: Connection,
  { old, converted }: TablePlan,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  if (old === undefined || converted.length === 0) return;
  const key = await keyOf(connection, old, dialect);
  const parts = key.map((part) => converted.find(({ column }) => column.name === part.name));
  if (parts.every((part) => part === undefined)) return;
  const [first, second] = [1, 2].map(dialect.placeholder);
  for (const { id, keys } of await readNotes(connection, old, dialect)) {
    const inForm = keys.map((values) =>
      values.map((value, at) => (parts[at] === undefined ? value : convertStored(value, parts[at]))),
    );
    const statement = `update tablewright_refills set row_keys = ${first} where id = ${second}`;
    await connection.run(statement, [JSON.stringify(inForm), id]);
  }
}

/** Removes the shadow columns of migrations that came to nothing. */
export async function removeShadows<Connection extends SqlConnection>(
  connection: Connection,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  const tables = (await readLayouts(connection)).filter(({ shadows }) => shadows.length > 0);
  if (tables.length === 0) return;
  await noteMigration(connection, [], dialect);
  for (const { table, name, columns, shadows } of tables) {
    await changeLayout(connection, { table: { name: table }, name, columns }, table, dialect);
    const names = shadows.map((column) => column.name);
    await removeColumns(connection, name, names, dialect);
  }
}

/** Blanks what shadow columns have in rows that were noted and not seen. */
export async function blankUnseen<Connection extends SqlConnection>(
  connection: Connection,
  seen: SeenNotes,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  await blankNoted(connection, await readNoted(connection, seen, dialect), dialect);
}

/** Which rows have no value in a shadow column, and should have one; undefined, for all of them, before there is such a column. */
export function isUnconverted({ column, shadow }: ConvertedLayout): string | undefined {
  if (shadow === undefined) return undefined;
  return `${quoteName(column.name)} is not null and ${quoteName(shadow.name)} is null`;
}

/** Adds the shadow columns that a plan misses, and names them in the catalogue; returns the plan with all of them. */
async function addShadows<Connection extends SqlConnection>(
  connection: Connection,
  plan: TablePlan,
  dialect: SqlStoreDialect<Connection>,
): Promise<TablePlan> {
  const { layout, old } = plan;
  if (old === undefined || plan.converted.every(({ shadow }) => shadow !== undefined)) return plan;
  const isInSteps = dialect.altersInSteps !== undefined;
  const shadows = [...old.shadows];
  const added: ShadowColumn[] = [];
  const converted: ConvertedLayout[] = [];
  for (const one of plan.converted) {
    if (one.shadow !== undefined) {
      converted.push(one);
      continue;
    }
    const { column, name: shadowOf, form, json } = one.column;
    const others = [...old.columns, ...layout.columns, ...shadows];
    const name = nameFor(
      column,
      [...others.map((other) => other.name), ...others.map((other) => other.column)],
      dialect,
    );
    const shadow: ShadowColumn = {
      ...{ column: name, name, form, filledTo: 0, shadowOf },
      ...(json === undefined ? {} : { json }),
    };
    if (isInSteps) await noteLeftover(connection, { table: old.name, column: name }, dialect);
    const definition = `${quoteName(name)} ${dialect.typeOf(form)}`;
    await connection.exec(`alter table ${quoteName(old.name)} add column ${definition}`);
    shadows.push(shadow);
    added.push(shadow);
    converted.push({ ...one, shadow });
  }
  const noted = { table: { name: old.table }, name: old.name, columns: [...old.columns, ...shadows] };
  await changeLayout(connection, noted, old.table, dialect);
  if (isInSteps)
    for (const { name } of added)
      await forgetLeftover(connection, { table: old.name, column: name }, dialect);
  return { ...plan, converted };
}

/** Converts a page of rows; returns the slot of the last of them, undefined where there is no further one. */
type ConvertPage<Connection> = (connection: Connection) => Promise<number | undefined>;

/**
 * Converts the values of a column in the rows that fulfil a condition, a page of rows in each transaction. What does not convert
 * stays blank: it was written after all values were tried, and is tried again by the exclusive transaction.
 */
async function convertRows<Connection extends SqlConnection>(
  table: string,
  one: ConvertedLayout,
  dialect: SqlStoreDialect<Connection>,
  { where, inTransaction }: Pages<Connection>,
): Promise<void> {
  const { column, convert } = one;
  if (convert === undefined) return;
  const write = writeValues(table, one, dialect);
  const convertAfter =
    (after: number): ConvertPage<Connection> =>
    async (connection) => {
      const page = await tablePages(connection, table, [column.name], dialect, { after, where }).next();
      if (page.done === true) return undefined;
      const values = page.value.flatMap(([slot = null, stored = null]): SqlValue[][] => {
        const value = convertStored(stored, one);
        return value === null ? [] : [[slot, value]];
      });
      const writing = [...chunksOf(values)].map((part) =>
        connection.run(write(part.length), [...part.flat(), ...part.map(([slot = null]) => slot)]),
      );
      await Promise.all(writing);
      return page.value.length < ROWS_OF_A_PAGE ? undefined : Number(page.value.at(-1)?.[0]);
    };
  for (let after: number | undefined = -1; after !== undefined; )
    after = await inTransaction(convertAfter(after));
}

/** A value in its new form; blank where it does not convert. */
function convertStored(stored: SqlValue, one: ConvertedLayout): SqlValue {
  const value = stored === null ? undefined : one.convert?.(heldValue(stored, one));
  return value === undefined ? null : writeSqlValue(value, one.column.form, one.objects);
}

/** A value in the form that it had; of objects their JSON. */
export function heldValue(stored: SqlValue, { held }: Pick<ConvertedLayout, "held">): Value {
  return held === "json" ? JSON.parse(String(stored)) : readSqlValue(stored, held);
}

interface Pages<Connection> {
  /** Undefined for all rows: a database that takes hardly any for blank would read the table for each page of those that are. */
  readonly where: string | undefined;
  inTransaction(convert: ConvertPage<Connection>): Promise<number | undefined>;
}

/** The statement that puts values into a shadow column: slots and values in turn, then the slots. */
function writeValues(
  table: string,
  { column, shadow }: ConvertedLayout,
  dialect: SqlStoreDialect,
): (count: number) => string {
  const type = dialect.castType?.(column.form);
  return forMany((count) => {
    const places = Array.from({ length: count }, (_, at) => at);
    const parameter = (at: number) => dialect.placeholder(at + 1);
    const pairs = places.map((at) => `when ${parameter(2 * at)} then ${parameter(2 * at + 1)}`);
    const value = `case ${quoteName(SLOT)} ${pairs.join(" ")} end`;
    const slots = places.map((at) => parameter(2 * count + at));
    return (
      `update ${quoteName(table)} set ${quoteName(shadow?.name ?? "")} = ` +
      `${type === undefined ? value : `cast(${value} as ${type})`} where ${quoteName(SLOT)} in (${slots.join(", ")})`
    );
  });
}

interface NotedRows {
  readonly table: CataloguedTable;
  /** Of the columns of its key, as the rows have it. */
  readonly key: readonly LaidOutColumn[];
  readonly ids: readonly SqlValue[];
  readonly keys: readonly (readonly SqlValue[])[];
}

/** The rows of tables with shadow columns that were noted and not seen. */
async function readNoted<Connection extends SqlConnection>(
  connection: Connection,
  seen: SeenNotes,
  dialect: SqlStoreDialect<Connection>,
): Promise<readonly NotedRows[]> {
  const read: NotedRows[] = [];
  for (const table of await readLayouts(connection)) {
    if (table.shadows.length === 0) continue;
    const notes = (await readNotes(connection, table, dialect)).filter(({ id }) => !seen.has(id));
    if (notes.length === 0) continue;
    const distinct = new Map(notes.flatMap(({ keys }) => keys).map((one) => [JSON.stringify(one), one]));
    const key = await keyOf(connection, table, dialect);
    read.push({ table, key, ids: notes.map(({ id }) => id), keys: [...distinct.values()] });
  }
  return read;
}

async function readNotes(connection: SqlConnection, { table }: CataloguedTable, dialect: CatalogueDialect) {
  const statement = `select id, row_keys from tablewright_refills where name = ${dialect.placeholder(1)}`;
  const notes = await connection.all(statement, [table]);
  return notes.map(([id = null, keys]) => ({ id, keys: JSON.parse(String(keys)) as SqlValue[][] }));
}

async function blankNoted<Connection extends SqlConnection>(
  connection: Connection,
  noted: readonly NotedRows[],
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  for (const { table, key, keys } of noted) {
    const blanks = table.shadows.map(({ name }) => `${quoteName(name)} = null`).join(", ");
    const rows = await dialect.rowsOfTable(keyLayout(table, key)).readByKeys(connection, keys);
    for (const part of chunksOf(rows.map((row) => [row.at(-2) ?? null]))) {
      const slots = part.map((_, at) => dialect.placeholder(at + 1)).join(", ");
      await connection.run(
        `update ${quoteName(table.name)} set ${blanks} where ${quoteName(SLOT)} in (${slots})`,
        part.flat(),
      );
    }
  }
}

/** The columns of the key that the rows have, which is known from its index. */
async function keyOf<Connection extends SqlConnection>(
  connection: Connection,
  table: CataloguedTable,
  dialect: SqlStoreDialect<Connection>,
): Promise<readonly LaidOutColumn[]> {
  const known = await dialect.readIndexes(connection, keyLayout(table, []));
  const names = known.find(({ isUnique }) => isUnique)?.columns ?? [];
  return names.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
}

/** Where a table lies, as if it had no columns but those of its key. */
function keyLayout({ table, name, columns }: CataloguedTable, key: readonly LaidOutColumn[]): TableLayout {
  const stored = key.map(({ column }): StoredColumn => {
    return { name: column, kind: "text", family: "text", indexed: false };
  });
  const onlyKey: StoredTable = { name: table, columns: stored, key: [...key.keys()], rowNumbers: "stable" };
  return { table: onlyKey, name, columns };
}

/** The text of a statement about so many rows; `chunksOf` takes few numbers of them. Each text is made once. */
function forMany(make: (count: number) => string): (count: number) => string {
  const texts: string[] = [];
  return (count) => {
    texts[count] ??= make(count);
    return texts[count];
  };
}
