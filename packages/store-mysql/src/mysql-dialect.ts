import type { ValueForm } from "@tablewright/core/storage";
import {
  joinSql,
  jsonPath,
  type LookupList,
  parameterList,
  plainMysql,
  quoteName,
  type RowInSql,
  SLOT,
  type SqlColumn,
  type SqlDialect,
  type SqlFragment,
  type SqlStoreDialect,
  sql,
  sqlName,
  sqlParameter,
  standardDialect,
} from "@tablewright/store-sql";
import { ByValues } from "./by-values.ts";
import { COMMENT, mysqlNames, mysqlOwnTables, TABLE_ENDING, typeOf } from "./catalogue.ts";
import type { MysqlConnection } from "./connection.ts";
import {
  digestColumn,
  dropIndex,
  fitName,
  foldColumn,
  generatedColumns,
  indexedPart,
  mysqlColumnIndex,
  mysqlIndexes,
  mysqlKeyIndexes,
} from "./indexes.ts";
import { mysqlViolation } from "./mysql-error.ts";
import { mysqlSourceForms } from "./sources/source-forms.ts";

/** MariaDB and MySQL in a session of `BEGIN_SESSION`, with the columns that are generated for indexes. */
const expressionDialect: SqlDialect = {
  ...plainMysql,
  jsonMember,
  foldMatches: (text, constants, where, isIndexed) => {
    const isFound = plainMysql.foldMatches?.(text, constants, where, isIndexed);
    const indexed = isIndexed && isFound !== undefined ? indexedOf(text) : undefined;
    if (isFound === undefined || indexed === undefined) return isFound;
    const parts = constants.map((one) => sqlParameter(indexedPart(one)));
    return sql`${indexed} in (${joinSql(parts, ", ")}) and ${isFound}`;
  },
};

function jsonMember(json: SqlFragment, path: readonly string[], form: ValueForm): SqlFragment | undefined {
  const place = jsonPath(path);
  if (place === undefined) return undefined;
  const value = sql`json_extract(${json}, ${sqlParameter(place)})`;
  const text = sql`convert(json_unquote(${value}) using utf8mb4)`;
  const when = (types: SqlFragment, then: SqlFragment) =>
    sql`(case when json_type(${value}) in (${types}) then ${then} end)`;
  switch (form) {
    case "text":
      return when(sql`'STRING', 'BOOLEAN', ${NUMBERS}`, text);
    case "date":
    case "time":
    case "datetime":
      return when(sql`'STRING'`, text);
    case "integer":
      return when(WHOLE, sql`cast(${value} as signed)`);
    case "real":
      return when(NUMBERS, sql`cast(${value} as double)`);
    case "boolean":
      return when(sql`'BOOLEAN'`, sql`(${text} = 'true')`);
    default:
      return undefined;
  }
}

const WHOLE = sql`'INTEGER', 'UNSIGNED INTEGER'`;
const NUMBERS = sql`${WHOLE}, 'DOUBLE', 'DECIMAL'`;

/** What an index holds of a column. */
function indexedOf({ pieces }: SqlFragment): SqlFragment | undefined {
  const [alias, point, column] = pieces;
  if (pieces.length !== 3 || point !== "." || typeof alias !== "object" || typeof column !== "object")
    return undefined;
  return "name" in alias && "name" in column ? sqlName(alias.name, foldColumn(column.name)) : undefined;
}

/**
 * MariaDB and MySQL as a store needs them. Names of columns differ only by letters, tables lie in files, and each
 * statement that alters one is committed by itself.
 */
export const mysqlDialect: SqlStoreDialect<MysqlConnection> = {
  ...standardDialect,
  ...expressionDialect,
  ...mysqlOwnTables,
  // A table's name is that of a file, in which a character may take five bytes of 255.
  names: { longest: 48, fit: fitName, reserved: [] },
  altersInSteps: { dropColumn },
  namesInUse: mysqlNames,
  createTable: (layout) => {
    const columns = layout.columns.map(({ name, form }) => `${quoteName(name)} ${typeOf(form)}`);
    const all = [...columns, `${quoteName(SLOT)} bigint primary key`, ...generatedColumns(layout)];
    return [
      `create table ${quoteName(layout.name)} (${all.join(", ")}) ${TABLE_ENDING} comment = '${COMMENT}'`,
    ];
  },
  readIndexes: mysqlIndexes,
  keyIndexes: mysqlKeyIndexes,
  columnIndex: mysqlColumnIndex,
  dropIndex,
  inList: inListInSql,
  sources: {
    forms: mysqlSourceForms,
    insert: {
      noValues: sql`() values ()`,
      // MySQL reads it as a comment.
      returning: (columns) => sql`/*M! returning ${columns} */`,
      lastNumber: "select last_insert_id()",
    },
    lock: sql`for update`,
  },
  violationOf: mysqlViolation,
  rowsOfTable: (layout) => new ByValues(layout),
};

/** Removes a column with what is generated of it and the indexes on either; does nothing where it is gone. */
async function dropColumn(connection: MysqlConnection, table: string, column: string): Promise<void> {
  const names = [foldColumn(column), digestColumn(column), column];
  const isOne = `table_schema = database() and table_name = ? and column_name in (${names.map(() => "?").join(", ")})`;
  const read = (what: string) =>
    connection
      .all(`select distinct ${what} and ${isOne}`, [table, ...names])
      .then((rows) => rows.map(String));
  const indexes = await read("index_name from information_schema.statistics where index_name <> 'PRIMARY'");
  for (const index of indexes) await connection.exec(dropIndex(table, index));
  const columns = await read("column_name from information_schema.columns where true");
  const dropped = names
    .filter((name) => columns.includes(name))
    .map((name) => `drop column ${quoteName(name)}`);
  if (dropped.length > 0) await connection.exec(`alter table ${quoteName(table)} ${dropped.join(", ")}`);
}

/**
 * Whether a row's column may equal one of the values, such that an index on the column serves: of texts those come that have
 * in common what the index holds. Undefined for texts without an index, and for very many values. Few shapes, however many
 * values there are.
 */
function inListInSql(
  { family, values, hasBlank }: LookupList,
  column: SqlColumn,
  { alias }: RowInSql,
): SqlFragment | undefined {
  const isText = family === "text";
  if (isText && !column.isIndexed) return undefined;
  const list = parameterList(isText ? [...new Set(values.map((one) => indexedPart(String(one))))] : values);
  if (list === undefined) return undefined;
  const name = sqlName(alias, isText ? foldColumn(column.name) : column.name);
  const isFound = sql`${name} in (${list})`;
  return hasBlank ? sql`(${isFound} or ${name} is null)` : sql`(${isFound})`;
}
