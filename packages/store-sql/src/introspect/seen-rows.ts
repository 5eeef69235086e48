import { quoteName } from "../fragments/quote-name.ts";
import type { ColumnDescription, TableDescription } from "./database-description.ts";

/** SQL of whether a number of a column has more digits than are read of it, given the column; undefined where none can have. */
export type IsBeyond = (column: ColumnDescription, value: string) => string | undefined;

/**
 * SQL that counts the first rows of a table, and those of them that are empty in each of its texts that are never NULL, or have too
 * many digits in each of its columns of numbers; undefined for a table without such columns.
 */
export function seenRowsQuery(
  table: TableDescription,
  relation: string,
  isBeyond: IsBeyond = isBeyondDoubles,
): string | undefined {
  const seen = seenColumns(table, isBeyond);
  if (seen.length === 0) return undefined;
  const columns = seen.map(([{ name }], at) => `${quoteName(name)} as c${at}`);
  const counts = seen.map(([, test], at) => `sum(case when ${test(`c${at}`)} then 1 else 0 end)`);
  return `select count(*), ${counts.join(", ")} from (select ${columns.join(", ")} from ${relation} limit ${ROWS_SEEN}) as seen`;
}

/** The table with what `seenRowsQuery` has counted: which of its texts are filled in every row, and where numbers have too many digits. */
export function withSeenRows(
  table: TableDescription,
  [rows, ...counts]: readonly unknown[],
  isBeyond: IsBeyond = isBeyondDoubles,
): TableDescription {
  const counted = new Map(seenColumns(table, isBeyond).map(([column], at) => [column, Number(counts[at])]));
  const columns = table.columns.map((column): ColumnDescription => {
    const count = counted.get(column);
    if (count === undefined) return column;
    if (isFillable(column)) return Number(rows) > 0 && count === 0 ? { ...column, isFilled: true } : column;
    return count > 0 ? { ...column, isBeyondDoubles: true } : column;
  });
  return { ...table, columns };
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

/** The table with some values of its columns of JSON. `ask` returns the first cell of each row of a statement. */
export async function withJsonSamples(
  table: TableDescription,
  relation: string,
  textType: string,
  ask: (statement: string) => Promise<readonly unknown[]>,
): Promise<TableDescription> {
  const columns: ColumnDescription[] = [];
  for (const column of table.columns) {
    const name = quoteName(column.name);
    const query = `select cast(${name} as ${textType}) from ${relation} where ${name} is not null limit ${JSON_SEEN}`;
    columns.push(
      column.kind === "json" && column.name !== ""
        ? { ...column, samples: (await ask(query)).filter((text) => typeof text === "string") }
        : column,
    );
  }
  return { ...table, columns };
}

const JSON_SEEN = 50;

/**
 * Tables, of which those that a store has made are marked as ours: the ones of its catalogue and journals, and the ones that its
 * catalogue names. `ask` returns the first cell of each row of a statement.
 */
export async function withOwnMarked(
  tables: readonly TableDescription[],
  ask: (statement: string) => Promise<readonly unknown[]>,
): Promise<readonly TableDescription[]> {
  const own = new Set<TableDescription>(tables.filter(({ name }) => OUR_NAMES.test(name)));
  for (const { schema, name, columns } of own) {
    if (name !== "tablewright_tables" || !columns.some((column) => column.name === "stored_as")) continue;
    const relation = schema === undefined ? quoteName(name) : `${quoteName(schema)}.${quoteName(name)}`;
    const names = new Set(await ask(`select stored_as from ${relation}`));
    for (const table of tables) if (table.schema === schema && names.has(table.name)) own.add(table);
  }
  return own.size === 0
    ? tables
    : tables.map((table) => (own.has(table) ? { ...table, isOurs: true } : table));
}

/** No table of a definition has a name like that of our catalogue and journals. */
const OUR_NAMES = /^tablewright_/iu;
