import {
  type ColumnDescription,
  type DatabaseDescription,
  quoteName,
  type SqlValue,
  type TableDescription,
  takeSimpleChecks,
  type ValueKind,
} from "@tablewright/store-sql";
import type { Connection } from "../connection.ts";
import { Database } from "../database.ts";
import { readAddress } from "../mysql-options.ts";

/**
 * What the database at an address holds, read in one transaction that cannot write. Rejects with a sentence for the person
 * who wrote the address.
 */
export async function introspectMysql(address: string): Promise<DatabaseDescription> {
  const options = readAddress(address);
  const database = new Database({ ...options, pool: 2 });
  try {
    return await describeDatabases(database, options.database, []);
  } finally {
    await database.close();
  }
}

/** What the connection's own database holds, or, where some are named, what those of the same server do. */
export function describeDatabases(
  database: Database,
  own: string,
  schemas: readonly string[],
): Promise<DatabaseDescription> {
  const describe = async (connection: Connection) => {
    const described = await describeDatabase(connection, schemas[0] ?? own);
    if (schemas.length === 0) return described;
    const parts = [described];
    for (const schema of schemas.slice(1)) parts.push(await describeDatabase(connection, schema));
    return {
      ...described,
      tables: parts.flatMap(({ tables, name: schema }) => tables.map((table) => ({ ...table, schema }))),
      unreadable: parts.flatMap((part) =>
        part.unreadable.map(({ name, reason }) => ({ name: `${part.name}.${name}`, reason })),
      ),
    };
  };
  return database.inSnapshot("start transaction with consistent snapshot, read only", describe, false);
}

async function describeDatabase(connection: Connection, name: string): Promise<DatabaseDescription> {
  const [version] = (await connection.get("select version()")) ?? [];
  const product = String(version).includes("MariaDB") ? "MariaDB" : "MySQL";
  const readBy = async (sql: string) =>
    Map.groupBy(await connection.all(sql, [name]), ([table]) => String(table));
  const parts = {
    columns: await readBy(COLUMNS),
    indexes: await readBy(INDEXES),
    foreignKeys: await readBy(FOREIGN_KEYS),
    checks: await readBy(product === "MariaDB" ? CHECKS_OF_MARIADB : CHECKS_OF_MYSQL),
    deletable: new Set((await connection.all(DELETABLE, [name, name])).map(([table]) => table)),
    product,
  };
  const all = await connection.all(TABLES, [name]);
  const isReadable = ([table]: readonly SqlValue[]) =>
    parts.columns.get(String(table))?.some(mayRead) === true;
  return {
    product,
    name,
    schemas: [],
    otherSchemas: [],
    tables: all.filter(isReadable).map((table) => describeTable(table, parts, name)),
    unreadable: all
      .filter((table) => !isReadable(table))
      .map(([table]) => ({ name: String(table), reason: "this user may not read it" })),
  };
}

type ByTable = ReadonlyMap<string, readonly (readonly SqlValue[])[]>;

interface Parts {
  readonly columns: ByTable;
  readonly indexes: ByTable;
  readonly foreignKeys: ByTable;
  readonly checks: ByTable;
  /** Tables that the user may delete from; one that is null stands for all. */
  readonly deletable: ReadonlySet<SqlValue | undefined>;
  readonly product: string;
}

function describeTable(
  [table, type, comment, isUpdatable]: readonly SqlValue[],
  { columns, indexes, foreignKeys, checks, deletable, product }: Parts,
  database: string,
): TableDescription {
  const name = String(table);
  const read = (columns.get(name) ?? []).filter(mayRead);
  const conditions = (checks.get(name) ?? []).map(([, condition]) => String(condition));
  const isJson = (column: string) => conditions.includes(`json_valid(${quoteName(column)})`);
  const described = read.map((column) => describeColumn(column, isJson(String(column[1])), product));
  const keys = [...Map.groupBy(indexes.get(name) ?? [], ([, index]) => index)].filter(([, parts]) =>
    parts.every(([, , column, length]) => column !== null && length === null),
  );
  const namesOf = (parts: readonly (readonly SqlValue[])[]) => parts.map(([, , column]) => String(column));
  const rights = read.map((column) => String(column.at(-1)));
  const may = (right: string) => isUpdatable !== "NO" && rights.some((one) => one.includes(right));
  return takeSimpleChecks({
    schema: undefined,
    name,
    kind: String(type).endsWith("VIEW") ? "view" : "table",
    comment: comment === "" || comment === "VIEW" ? undefined : String(comment),
    columns: described,
    primaryKey: keys.filter(([index]) => index === "PRIMARY").flatMap(([, parts]) => namesOf(parts)),
    uniques: keys.filter(([index]) => index !== "PRIMARY").map(([, parts]) => namesOf(parts)),
    foreignKeys: [...Map.groupBy(foreignKeys.get(name) ?? [], ([, key]) => key).values()].map((parts) =>
      describeForeignKey(parts, database),
    ),
    checks: conditions.filter((one) => !/^json_valid\("(?:[^"]|"")+"\)$/u.test(one)),
    changes: {
      add: may("insert"),
      edit: may("update"),
      delete: isUpdatable !== "NO" && (deletable.has(null) || deletable.has(name)),
    },
  });
}

function describeForeignKey(parts: readonly (readonly SqlValue[])[], database: string) {
  const [, , , schema, table, , rule] = parts[0] ?? [];
  return {
    columns: parts.map(([, , column]) => String(column)),
    schema: schema === database ? undefined : String(schema),
    table: String(table),
    targets: parts.map(([, , , , , target]) => String(target)),
    onDelete: ON_DELETE[String(rule)] ?? "refuse",
  };
}

const ON_DELETE: Readonly<Record<string, TableDescription["foreignKeys"][number]["onDelete"]>> = {
  CASCADE: "cascade",
  "SET NULL": "set null",
  "SET DEFAULT": "set default",
};

function describeColumn(read: readonly SqlValue[], isJson: boolean, product: string): ColumnDescription {
  const [
    ,
    name,
    type,
    written,
    length,
    precision,
    scale,
    nullable,
    value,
    extra,
    generated,
    comment,
    rights,
  ] = read;
  const kind = kindOf(String(type), String(written), isJson);
  const isGenerated = generated !== null && generated !== "";
  const isPlain = product === "MySQL" && !String(extra).includes("DEFAULT_GENERATED") && kind !== "integer";
  const isMissing = value === null || (product === "MariaDB" && value === "NULL");
  const isNumber = kind === "decimal" || kind === "integer";
  return {
    name: String(name),
    databaseType: isJson ? "json" : String(written),
    kind,
    length: kind === "text" && length !== null ? Number(length) : undefined,
    precision: isNumber && precision !== null ? Number(precision) : undefined,
    scale: kind === "decimal" && scale !== null ? Number(scale) : undefined,
    values: kind === "enum" ? valuesOf(String(written)) : undefined,
    min: isNumber && String(written).includes("unsigned") ? 0 : undefined,
    max: undefined,
    nullable: nullable === "YES",
    default: isMissing || isGenerated ? undefined : isPlain ? quoted(String(value)) : String(value),
    identity: String(extra).includes("auto_increment") ? "byDefault" : undefined,
    generated: isGenerated ? String(generated) : undefined,
    isWritable: !isGenerated && /insert|update/u.test(String(rights)),
    comment: comment === null || comment === "" ? undefined : String(comment),
  };
}

function kindOf(type: string, written: string, isJson: boolean): ValueKind {
  if (isJson) return "json";
  return /^tinyint\(1\)/u.test(written) ? "boolean" : (KINDS[type] ?? "other");
}

/** The values of `enum('open','it''s sent')`. */
function valuesOf(written: string): readonly string[] {
  return Array.from(written.matchAll(/'((?:[^']|'')*)'/gu), ([, one = ""]) => one.replaceAll("''", "'"));
}

function quoted(text: string): string {
  return /^-?\d+(?:\.\d+)?$/u.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

/** A row of columns says last which rights the user has. */
function mayRead(column: readonly SqlValue[]): boolean {
  return String(column.at(-1)).includes("select");
}

const KINDS: Readonly<Record<string, ValueKind>> = {
  ...Object.fromEntries(
    ["tinyint", "smallint", "mediumint", "int", "bigint", "year"].map((one) => [one, "integer"]),
  ),
  ...Object.fromEntries(
    ["char", "varchar", "tinytext", "text", "mediumtext", "longtext"].map((one) => [one, "text"]),
  ),
  ...Object.fromEntries(
    ["binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob"].map((one) => [one, "binary"]),
  ),
  decimal: "decimal",
  float: "float",
  double: "float",
  date: "date",
  time: "time",
  datetime: "datetime",
  timestamp: "instant",
  enum: "enum",
  json: "json",
  uuid: "uuid",
};

const TABLES =
  "select t.table_name, t.table_type, t.table_comment, v.is_updatable from information_schema.tables as t " +
  "left join information_schema.views as v on v.table_schema = t.table_schema and v.table_name = t.table_name " +
  "where t.table_schema = ? and t.table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') order by t.table_name";

const COLUMNS =
  "select table_name, column_name, data_type, column_type, character_maximum_length, numeric_precision, numeric_scale, " +
  "is_nullable, column_default, extra, generation_expression, column_comment, privileges from information_schema.columns " +
  "where table_schema = ? order by table_name, ordinal_position";

const INDEXES =
  "select table_name, index_name, column_name, sub_part from information_schema.statistics " +
  "where table_schema = ? and non_unique = 0 order by table_name, index_name, seq_in_index";

const FOREIGN_KEYS =
  "select k.table_name, k.constraint_name, k.column_name, k.referenced_table_schema, k.referenced_table_name, " +
  "k.referenced_column_name, r.delete_rule from information_schema.key_column_usage as k " +
  "join information_schema.referential_constraints as r on r.constraint_schema = k.constraint_schema " +
  "and r.constraint_name = k.constraint_name and r.table_name = k.table_name " +
  "where k.table_schema = ? and k.referenced_table_name is not null " +
  "order by k.table_name, k.constraint_name, k.ordinal_position";

const CHECKS_OF_MARIADB =
  "select table_name, check_clause from information_schema.check_constraints where constraint_schema = ?";

const CHECKS_OF_MYSQL =
  "select t.table_name, c.check_clause from information_schema.check_constraints as c " +
  "join information_schema.table_constraints as t on t.constraint_schema = c.constraint_schema " +
  "and t.constraint_name = c.constraint_name where c.constraint_schema = ?";

/** A right that comes by a role is not among these. */
const DELETABLE =
  "select null as name from information_schema.user_privileges where privilege_type = 'DELETE' " +
  "union select null from information_schema.schema_privileges where privilege_type = 'DELETE' and ? like table_schema " +
  "union select table_name from information_schema.table_privileges where privilege_type = 'DELETE' and table_schema = ?";
