/**
 * A store in a file of SQLite, written from docs/writing-a-store.md: the least that a database says to be one. It holds all rows
 * of a search at once, takes no tables of other programs, and lets one program use the file.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Store, WriteQueue } from "@tablewright/core/storage";
import {
  type Bound,
  catalogueTable,
  columnsAsStored,
  type DirectConnection,
  FIRST_ROWS,
  laterChangesTables,
  type PlannedIndex,
  plainSqlite,
  quoteName,
  RowByRow,
  SLOT,
  type SqlDriver,
  type SqlStoreDialect,
  type SqlValue,
  sqlStore,
  standardDialect,
  type TableIndex,
  type TableLayout,
} from "@tablewright/store-sql";

/** A store over a file, which is made if it is missing. Commits are on the disk when they return, or with `off` some time later. */
export function ownStore(file: string, synchronous: "full" | "off" = "full"): Store {
  const connect = () => new OwnConnection(file, synchronous);
  return sqlStore({ name: "own", driver: ownDriver(connect), dialect: ownDialect });
}

/** A connection to the file, which keeps what it has prepared. */
class OwnConnection implements DirectConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string, synchronous: "full" | "off") {
    this.#database = new DatabaseSync(file);
    this.#database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  all(sql: string, values: readonly Bound[] = []): SqlValue[][] {
    return this.#prepare(sql).all(...(values as SQLInputValue[])) as unknown as SqlValue[][];
  }

  get(sql: string, values?: readonly Bound[]): SqlValue[] | undefined {
    return this.all(sql, values)[0];
  }

  run(sql: string, values: readonly Bound[] = []): number {
    return Number(this.#prepare(sql).run(...(values as SQLInputValue[])).changes);
  }

  #prepare(sql: string): StatementSync {
    const existing = this.#statements.get(sql);
    if (existing !== undefined) return existing;
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Commits if `work` returns, rolls back if it throws, and rejects with what it threw. */
  async transaction<T>(begin: string, work: () => Promise<T>): Promise<T> {
    this.exec(begin);
    try {
      const answer = await work();
      this.exec("commit");
      return answer;
    } catch (error) {
      if (this.#database.isTransaction) this.exec("rollback");
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}

/** One connection writes, in turns; each read has a connection of its own. */
function ownDriver(connect: () => OwnConnection): SqlDriver<OwnConnection> {
  const writer = connect();
  const names = ownDialect.namesInUse(writer) as Set<string>;
  if (!names.has("tablewright_tables"))
    for (const statement of [catalogueTable(ownDialect), ...laterChangesTables(ownDialect)])
      writer.exec(statement);
  const writers = new WriteQueue(new AsyncLocalStorage());
  const write = <T>(work: () => Promise<T>) => writers.run(() => writer.transaction("begin immediate", work));
  return {
    async read(work) {
      const reader = connect();
      try {
        return await reader.transaction("begin", async () => {
          reader.get("select 1 from sqlite_schema"); // takes the snapshot
          return work(reader);
        });
      } finally {
        reader.close();
      }
    },
    write: (work) => write(() => work(writer)),
    alter: (work) => write(() => work(writer)),
    search(connection, statement) {
      const rows = connection.all(statement.text, statement.values);
      if (rows.length <= FIRST_ROWS) return { rows, isSorted: statement.isSorted };
      const all = statement.ofMany();
      return { rows: connection.all(all.text, all.values), isSorted: true };
    },
    explain: () => ({ indexes: [] }),
    async step(connection, work) {
      connection.exec("savepoint step");
      try {
        return await work();
      } catch (error) {
        connection.exec("rollback to step");
        throw error;
      } finally {
        connection.exec("release step");
      }
    },
    isOfMissing: (error) => /no such (table|column)|has no column/u.test(String(error)),
    async check() {
      writer.get("select 1 from sqlite_schema");
    },
    async close() {
      await writers.whenIdle();
      writer.close();
    },
  };
}

/** What SQLite says differently. Without functions of ours in it, conditions that need one stay with the engine. */
const ownDialect: SqlStoreDialect<OwnConnection> = {
  ...plainSqlite,
  ...standardDialect,
  typeOf,
  idType: "text",
  sequence: "integer primary key autoincrement",
  tableEnding: "strict",
  namesInUse: (connection) =>
    new Set(connection.all("select name from sqlite_schema").map(([name]) => String(name))),
  createTable({ name, columns }) {
    const parts = columns.map((column) => `${quoteName(column.name)} ${typeOf(column.form)}`);
    const all = [`${quoteName(SLOT)} integer primary key`, ...parts];
    return [`create table ${quoteName(name)} (${all.join(", ")}) strict`];
  },
  keyIndexes: (_connection, layout) => [indexOf(layout, layout.table.key, true)],
  columnIndex: (layout, column) => indexOf(layout, [column], false),
  readIndexes(connection, { name }) {
    const listed = connection.all(
      `select list.name, list."unique", info.name from pragma_index_list(?) as list, pragma_index_info(list.name) as info
       where list.origin = 'c' order by list.name, info.seqno`,
      [name],
    );
    const byName = Map.groupBy(listed, ([index]) => String(index));
    return [...byName].map(([name, parts]): TableIndex => {
      const columns = parts.map(([, , column]) => String(column));
      return { name, isUnique: parts[0]?.[1] === 1, columns, on: onColumns(columns) };
    });
  },
  rowsOfTable: (layout) => new RowByRow(layout),
};

function typeOf(form: string): string {
  if (["integer", "boolean", "duration"].includes(form)) return "integer";
  return form === "real" ? "real" : "text";
}

function indexOf(layout: TableLayout, positions: readonly number[], isUnique: boolean): PlannedIndex {
  const stored = columnsAsStored(layout);
  const columns = positions.map((at) => stored[at]?.name ?? "");
  return { isUnique, columns, on: onColumns(columns) };
}

function onColumns(columns: readonly string[]): string {
  return `(${columns.map(quoteName).join(", ")})`;
}
