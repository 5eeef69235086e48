import {
  type EventState,
  outboxTable,
  ReadLost,
  type Row,
  type RuleRun,
  readStorableText,
  rowOfEvent,
  rowOfRun,
  runsTable,
  type Store,
  type StoredTable,
} from "@tablewright/core/storage";
import { readLayouts } from "../catalogue/catalogue.ts";
import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDatabase } from "../store/sql-database.ts";
import type { SqlDriver } from "../store/sql-driver.ts";
import type { SqlValue } from "../values/sql-value.ts";

/** A table in which earlier programs kept events or runs: not one of the catalogue, and of columns of its own. */
interface FormerJournal {
  readonly table: StoredTable;
  /** Its name while its rows are moved. */
  readonly aside: string;
  /** Selected in the order of the sequence. */
  readonly columns: string;
  rowOf(read: readonly SqlValue[]): Row;
}

const FORMER: readonly FormerJournal[] = [
  {
    table: outboxTable,
    aside: "tablewright_outbox_former",
    columns: "id, rule, payload, created_at, state, attempts, due_at, error",
    rowOf: ([id, rule, payload, createdAt, state, attempts, dueAt, error]) =>
      rowOfEvent({
        id: textOf(id),
        rule: textOf(rule),
        payload: textOf(payload),
        createdAt: Number(createdAt),
        state: state as EventState,
        attempts: Number(attempts),
        dueAt: Number(dueAt),
        error: typeof error === "string" ? textOf(error) : undefined,
      }),
  },
  {
    table: runsTable,
    aside: "tablewright_runs_former",
    columns: 'id, rule, table_name, row_key, "change", outcome, depth, run_at, events',
    rowOf: ([id, rule, table, key, change, outcome, depth, at, events]) =>
      rowOfRun({
        id: textOf(id),
        rule: textOf(rule),
        table: textOf(table),
        key: textOf(key),
        change: change as RuleRun["change"],
        ...outcomeOf(textOf(outcome)),
        depth: Number(depth),
        at: Number(at),
        events: JSON.parse(String(events)) as string[],
      }),
  },
];

/** Whether there are tables of earlier programs whose rows are still to be moved to those that are expected. */
export async function hasFormerJournals(
  connection: SqlConnection,
  names: ReadonlySet<string>,
  expected: readonly StoredTable[],
): Promise<boolean> {
  const there = formerOf(expected).filter(({ table, aside }) => names.has(table.name) || names.has(aside));
  if (there.length === 0) return false;
  const ours = new Set((await readLayouts(connection)).map(({ name }) => name));
  return there.some(({ table, aside }) => names.has(aside) || !ours.has(table.name));
}

/**
 * Gives tables of earlier programs other names, before ours are made. A process of an earlier program that still runs finds none of
 * the columns that it writes: its calls are refused, so no event is lost.
 */
export async function putFormerAside(
  connection: SqlConnection,
  names: ReadonlySet<string>,
  expected: readonly StoredTable[],
): Promise<void> {
  const ours = new Set((await readLayouts(connection)).map(({ name }) => name));
  for (const { table, aside } of formerOf(expected))
    if (names.has(table.name) && !ours.has(table.name) && !names.has(aside))
      await connection.exec(`alter table ${quoteName(table.name)} rename to ${quoteName(aside)}`);
}

/**
 * Moves the rows of tables that were put aside, in their order, and removes these. May be run again after an interruption. Processes
 * that start together take turns where they can; elsewhere one that finds a table gone knows that another has moved it.
 */
export async function moveFormerRows<Connection extends SqlConnection>(
  { driver, dialect }: Pick<SqlDatabase<Connection>, "driver" | "dialect">,
  write: Store["write"],
  expected: readonly StoredTable[],
): Promise<void> {
  const leftTables = async () => {
    const names = await driver.read(async (connection) => dialect.namesInUse(connection));
    return formerOf(expected).filter(({ aside }) => names.has(aside));
  };
  const move = async () => {
    for (const former of await leftTables()) {
      for (let passed = 0, isMore = true; isMore; ) {
        const read = await readPart(driver, former, passed);
        if (read === undefined) break;
        await insertMissing(
          write,
          former.table,
          read.map(([, ...values]) => former.rowOf(values)),
        );
        isMore = read.length === AT_ONCE;
        passed = Number(read.at(-1)?.[0]);
      }
      await driver.alter(async (connection) =>
        connection.exec(`drop table if exists ${quoteName(former.aside)}`),
      );
    }
  };
  if ((await leftTables()).length === 0) return;
  const { indexBuilder } = driver;
  await (indexBuilder === undefined ? move() : indexBuilder.inTurn(move));
}

/** The next rows, the sequence first; undefined where the table is gone. */
async function readPart<Connection extends SqlConnection>(
  driver: SqlDriver<Connection>,
  { aside, columns }: FormerJournal,
  passed: number,
): Promise<readonly SqlValue[][] | undefined> {
  const from = `select sequence, ${columns} from ${quoteName(aside)}`;
  const statement = `${from} where sequence > ${passed} order by sequence limit ${AT_ONCE}`;
  try {
    return await driver.read(async (connection) => connection.all(statement));
  } catch (error) {
    if (driver.isOfMissing(error instanceof ReadLost ? error.cause : error)) return undefined;
    throw error;
  }
}

/** Inserts those rows whose key is not in the table yet. */
function insertMissing(write: Store["write"], { name }: StoredTable, rows: readonly Row[]): Promise<void> {
  return write(async (transaction) => {
    const there = await transaction.getByKeys(
      name,
      rows.map(([id = null]) => [id]),
    );
    await transaction.insert(
      name,
      rows.filter((_, at) => there[at] === undefined),
    );
  });
}

function formerOf(expected: readonly StoredTable[]): readonly FormerJournal[] {
  return FORMER.filter(({ table }) => expected.some(({ name }) => name === table.name));
}

const AT_ONCE = 500;

function textOf(value: SqlValue | undefined): string {
  return readStorableText(String(value));
}

/** The reason of a run followed its outcome. */
function outcomeOf(text: string): Pick<RuleRun, "outcome" | "reason"> {
  const [outcome = text, ...reason] = text.split(": ");
  return {
    outcome: outcome as RuleRun["outcome"],
    ...(reason.length === 0 ? {} : { reason: reason.join(": ") }),
  };
}
