import { quoteName } from "../fragments/sql-fragment.ts";
import type { ColumnDescription, TableDescription } from "./database-description.ts";

/** SQL of whether a number of a column has more digits than are read of it, given the column; undefined where none can have. */
export type IsBeyond = (column: ColumnDescription, value: string) => string | undefined;

/** How the rows of tables are looked at. */
interface Looking {
  /** A table as statements name it; undefined for one whose rows are not looked at. */
  relationOf(table: TableDescription): string | undefined;
  readonly isBeyond?: IsBeyond;
  /** The type of a text of JSON; without one, JSON is not looked at. */
  readonly textType?: string;
  /** The rows of a statement. */
  ask(statement: string): Promise<readonly (readonly unknown[])[]>;
}

/**
 * Tables with what their first rows say: which of their texts that are never NULL are filled, which numbers have more digits than are
 * read of them, and some values of JSON. Those that a store has made are marked as ours.
 */
export async function withRowsSeen(
  tables: readonly TableDescription[],
  looking: Looking,
): Promise<readonly TableDescription[]> {
  const { relationOf, isBeyond = isBeyondDoubles, textType, ask } = looking;
  const seen: TableDescription[] = [];
  for (const table of tables) {
    const relation = relationOf(table);
    if (relation === undefined) {
      seen.push(table);
      continue;
    }
    const counted = await withCounts(table, relation, isBeyond, ask);
    seen.push(textType === undefined ? counted : await withJsonSamples(counted, relation, textType, ask));
  }
  return withOwnMarked(seen, ask);
}

/** Counts the first rows of a table, and those of them that are empty, or have too many digits, in each column that is looked at. */
async function withCounts(
  table: TableDescription,
  relation: string,
  isBeyond: IsBeyond,
  ask: Looking["ask"],
): Promise<TableDescription> {
  const seen = seenColumns(table, isBeyond);
  if (seen.length === 0) return table;
  const columns = seen.map(([{ name }], at) => `${quoteName(name)} as c${at}`);
  const sums = seen.map(([, test], at) => `sum(case when ${test(`c${at}`)} then 1 else 0 end)`);
  const first = `select ${columns.join(", ")} from ${relation} limit ${ROWS_SEEN}`;
  const [[rows, ...counts] = []] = await ask(`select count(*), ${sums.join(", ")} from (${first}) as seen`);
  const counted = new Map(seen.map(([column], at) => [column, Number(counts[at])]));
  return {
    ...table,
    columns: table.columns.map((column): ColumnDescription => {
      const count = counted.get(column);
      if (count === undefined) return column;
      if (isFillable(column)) return Number(rows) > 0 && count === 0 ? { ...column, isFilled: true } : column;
      return count > 0 ? { ...column, isBeyondDoubles: true } : column;
    }),
  };
}

/** The columns that are looked at, each with the test that is counted. */
function seenColumns({ columns }: TableDescription, isBeyond: IsBeyond) {
  return columns.flatMap((column): [ColumnDescription, (value: string) => string][] => {
    if (column.name === "") return [];
    if (isFillable(column)) return [[column, (value) => `${value} = ''`]];
    return isBeyond(column, "") === undefined
      ? []
      : [[column, (value) => isBeyond(column, value) ?? "false"]];
  });
}

function isFillable({ kind, nullable }: ColumnDescription): boolean {
  return kind === "text" && !nullable;
}

const isBeyondDoubles: IsBeyond = ({ kind }, value) =>
  kind === "integer" ? `${value} + 0.0 not between -9007199254740991 and 9007199254740991` : undefined;

const ROWS_SEEN = 1_000;

/** The table with some values of its columns of JSON. */
async function withJsonSamples(
  table: TableDescription,
  relation: string,
  textType: string,
  ask: Looking["ask"],
): Promise<TableDescription> {
  const columns: ColumnDescription[] = [];
  for (const column of table.columns) {
    const name = quoteName(column.name);
    const query = `select cast(${name} as ${textType}) from ${relation} where ${name} is not null limit ${JSON_SEEN}`;
    columns.push(
      column.kind === "json" && column.name !== ""
        ? { ...column, samples: firstsOf(await ask(query)).filter((text) => typeof text === "string") }
        : column,
    );
  }
  return { ...table, columns };
}

const JSON_SEEN = 50;

/** Tables, of which those that a store has made are marked as ours: the ones of its catalogue and journals, and those that it names. */
async function withOwnMarked(
  tables: readonly TableDescription[],
  ask: Looking["ask"],
): Promise<readonly TableDescription[]> {
  const own = new Set<TableDescription>(tables.filter(({ name }) => OUR_NAMES.test(name)));
  for (const { schema, name, columns } of own) {
    if (name !== "tablewright_tables" || !columns.some((column) => column.name === "stored_as")) continue;
    const relation = schema === undefined ? quoteName(name) : `${quoteName(schema)}.${quoteName(name)}`;
    const names = new Set(firstsOf(await ask(`select stored_as from ${relation}`)));
    for (const table of tables) if (table.schema === schema && names.has(table.name)) own.add(table);
  }
  return own.size === 0
    ? tables
    : tables.map((table) => (own.has(table) ? { ...table, isOurs: true } : table));
}

function firstsOf(rows: readonly (readonly unknown[])[]): readonly unknown[] {
  return rows.map(([first]) => first);
}

/** No table of a definition has a name like that of our catalogue and journals. */
const OUR_NAMES = /^tablewright_/iu;
