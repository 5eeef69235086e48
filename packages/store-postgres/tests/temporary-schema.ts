/** A place for the tables of one test. */
import { escapeIdentifier, escapeLiteral, Pool } from "pg";
import { inject } from "vitest";
import type { PostgresOptions } from "../src/index.ts";

/** Where the server of the tests is; empty where there is none, and then they are skipped. */
export const server = inject("postgres");

/** Milliseconds: however busy this machine is, it does not make the server seem to be away. */
const PATIENT = { checkTimeout: 60_000, connectionTimeoutMillis: 60_000, statement_timeout: 60_000 };

export interface TemporarySchema {
  /** Of a store in a schema that holds no rows, no events, no runs, and no tables but those of `contents`. */
  readonly options: PostgresOptions;
  /** To be called when the store has been opened for the first time: what it made then may stay for another test. */
  readonly noteTables: () => Promise<void>;
  /** Empties the schema, for another test; those of a run are dropped all at once at its end. */
  readonly release: () => Promise<void>;
}

/**
 * `contents` names the tables that the test will open first, the same for the same name. They are made once and emptied after each
 * test, unless the test has changed them; to make and drop them takes longer than most tests.
 */
export function temporarySchema(contents = ""): TemporarySchema {
  const schema = released.get(contents)?.pop() ??
    released.get("")?.pop() ?? { name: `${inject("schemas")}_${crypto.randomUUID()}` };
  return {
    options: { connectionString: server, schema: schema.name, acceptsLoss: true, max: 5, ...PATIENT },
    noteTables: async () => {
      if (contents !== "") schema.made ??= await tablesOf(schema);
    },
    release: async () => {
      const isAsMade = await emptySchema(schema);
      if (!isAsMade) delete schema.made;
      const place = isAsMade ? contents : "";
      const others = released.get(place);
      if (others === undefined) released.set(place, [schema]);
      else others.push(schema);
    },
  };
}

interface Schema {
  readonly name: string;
  /** What was made when tables were opened first. */
  made?: readonly StoredTable[];
}

/** A row of the table in which the store says which tables it has, as far as it is asked here. */
interface StoredTable {
  readonly name: string;
  readonly stored_as: string;
  readonly columns: string;
  readonly indexes: string;
  readonly row_numbers: string;
}

/** Answers whether the tables that were noted are the tables that there are now; others are dropped. */
async function emptySchema(schema: Schema): Promise<boolean> {
  const tables = await tablesOf(schema);
  const isAsMade = schema.made !== undefined && shapeOf(schema.made) === shapeOf(tables);
  const rest = isAsMade ? [...(await emptied(schema, tables)), noted(schema)] : dropped(schema, tables);
  await ask([...rest, ...restarted(schema)].join("; "));
  return isAsMade;
}

async function tablesOf({ name }: Schema): Promise<readonly StoredTable[]> {
  const own = `"${name}".tablewright_tables`;
  const [read] = await ask(
    `select coalesce(json_agg(t order by t.name), '[]')::text as tables from ${own} as t`,
  );
  return JSON.parse(String(read?.tables));
}

function shapeOf(tables: readonly StoredTable[]): string {
  return JSON.stringify(
    tables.map(({ name, stored_as, columns, indexes, row_numbers }) => [
      name,
      stored_as,
      columns,
      indexes,
      row_numbers,
    ]),
  );
}

/** Where there are few rows, to delete them takes a tenth of the time of a truncate. */
async function emptied({ name }: Schema, tables: readonly StoredTable[]): Promise<readonly string[]> {
  const places = [...tables.map(({ stored_as }) => stored_as), "tablewright_application"];
  const sizes = await ask(
    "select quote_ident(relname) as name, pg_relation_size(oid)::int as size from pg_class " +
      "where relnamespace = $1::regnamespace and relkind = 'r' and relname = any($2)",
    [`"${name}"`, places],
  );
  return sizes
    .filter(({ size }) => size !== 0)
    .map(({ name: table, size }) =>
      Number(size) > MANY ? `truncate "${name}".${table}` : `delete from "${name}".${table}`,
    );
}

/** The tables are numbered from the beginning again. */
function noted({ name, made }: Schema): string {
  const own = `"${name}".tablewright_tables`;
  const rows = escapeLiteral(JSON.stringify(made));
  return `delete from ${own}; insert into ${own} select * from json_populate_recordset(null::${own}, ${rows})`;
}

function dropped({ name }: Schema, tables: readonly StoredTable[]): readonly string[] {
  const places = tables.map(({ stored_as }) => `drop table "${name}".${escapeIdentifier(stored_as)}`);
  const applications = `drop table if exists "${name}".tablewright_application`;
  return [...places, applications, `delete from "${name}".tablewright_tables`];
}

function restarted({ name }: Schema): readonly string[] {
  const deletes = ["migrations", "refills"].map((table) => `delete from "${name}".tablewright_${table}`);
  const sequences = `relkind = 'S' and relnamespace = '"${name}"'::regnamespace`;
  return [...deletes, `select setval(oid::regclass, 1, false) from pg_class where ${sequences}`];
}

/** Bytes of a table that is truncated. */
const MANY = 65_536;

/** Schemas that wait for another test, by what they hold. */
const released = new Map<string, Schema[]>();

/** What the server answers to a statement. */
export async function ask(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]> {
  return (await pool.query(sql, values === undefined ? undefined : [...values])).rows;
}

/** One connection; it keeps no process alive. */
const pool = new Pool({ connectionString: server, max: 1, allowExitOnIdle: true });
pool.on("error", () => {});
