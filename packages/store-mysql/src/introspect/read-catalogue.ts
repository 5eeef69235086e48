import type { SqlValue } from "@tablewright/store-sql";
import type { MysqlConnection } from "../connection.ts";

/** What the database's own tables say of one schema; the rows of a table by its name. */
export interface MysqlCatalogue {
  readonly product: "MariaDB" | "MySQL";
  readonly schema: string;
  readonly tables: readonly TableRow[];
  readonly columns: ReadonlyMap<string, readonly MysqlColumn[]>;
  /** Those of unique indexes. */
  readonly indexes: ReadonlyMap<string, readonly IndexRow[]>;
  readonly foreignKeys: ReadonlyMap<string, readonly ForeignKeyRow[]>;
  readonly checks: ReadonlyMap<string, readonly CheckRow[]>;
  /** Tables that the user may delete from; one that is null stands for all. */
  readonly deletable: ReadonlySet<SqlValue>;
}

export type TableRow = RowOf<typeof TABLES>;
export type MysqlColumn = RowOf<typeof COLUMNS>;
export type IndexRow = RowOf<typeof INDEXES>;
export type ForeignKeyRow = RowOf<typeof FOREIGN_KEYS>;
type CheckRow = RowOf<typeof CHECKS_OF_MYSQL>;

/** In the transaction that the connection is in. */
export async function readMysqlCatalogue(
  connection: MysqlConnection,
  schema: string,
): Promise<MysqlCatalogue> {
  const [version] = (await connection.get("select version()")) ?? [];
  const product = String(version).includes("MariaDB") ? "MariaDB" : "MySQL";
  const checks = product === "MariaDB" ? CHECKS_OF_MARIADB : CHECKS_OF_MYSQL;
  return {
    product,
    schema,
    tables: await read(TABLES),
    columns: byTable(await read(COLUMNS)),
    indexes: byTable(await read(INDEXES)),
    foreignKeys: byTable(await read(FOREIGN_KEYS)),
    checks: byTable(await read(checks)),
    deletable: new Set((await read(DELETABLE, [schema, schema])).map(({ table }) => table)),
  };

  async function read<Name extends string>(
    query: CatalogueQuery<Name>,
    parameters: readonly SqlValue[] = [schema],
  ): Promise<readonly Readonly<Record<Name, SqlValue>>[]> {
    return query.read(await connection.all(query.text, parameters));
  }
}

function byTable<Row extends { readonly table: SqlValue }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, ({ table }) => String(table));
}

const TABLES = defineQuery(
  {
    name: "t.table_name",
    type: "t.table_type",
    comment: "t.table_comment",
    isUpdatable: "v.is_updatable",
  },
  "information_schema.tables as t " +
    "left join information_schema.views as v on v.table_schema = t.table_schema and v.table_name = t.table_name " +
    "where t.table_schema = ? and t.table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') order by t.table_name",
);

const COLUMNS = defineQuery(
  {
    table: "table_name",
    name: "column_name",
    type: "data_type",
    written: "column_type",
    length: "character_maximum_length",
    collation: "collation_name",
    precision: "numeric_precision",
    scale: "numeric_scale",
    nullable: "is_nullable",
    default: "column_default",
    extra: "extra",
    generation: "generation_expression",
    comment: "column_comment",
    rights: "privileges",
  },
  "information_schema.columns where table_schema = ? order by table_name, ordinal_position",
);

const INDEXES = defineQuery(
  { table: "table_name", name: "index_name", column: "column_name", prefix: "sub_part" },
  "information_schema.statistics where table_schema = ? and non_unique = 0 order by table_name, index_name, seq_in_index",
);

const FOREIGN_KEYS = defineQuery(
  {
    table: "k.table_name",
    name: "k.constraint_name",
    column: "k.column_name",
    targetSchema: "k.referenced_table_schema",
    target: "k.referenced_table_name",
    targetColumn: "k.referenced_column_name",
    onDelete: "r.delete_rule",
  },
  "information_schema.key_column_usage as k " +
    "join information_schema.referential_constraints as r on r.constraint_schema = k.constraint_schema " +
    "and r.constraint_name = k.constraint_name and r.table_name = k.table_name " +
    "where k.table_schema = ? and k.referenced_table_name is not null " +
    "order by k.table_name, k.constraint_name, k.ordinal_position",
);

const CHECKS_OF_MARIADB = defineQuery(
  { table: "table_name", condition: "check_clause" },
  "information_schema.check_constraints where constraint_schema = ?",
);

const CHECKS_OF_MYSQL = defineQuery(
  { table: "t.table_name", condition: "c.check_clause" },
  "information_schema.check_constraints as c " +
    "join information_schema.table_constraints as t on t.constraint_schema = c.constraint_schema " +
    "and t.constraint_name = c.constraint_name where c.constraint_schema = ?",
);

/** A right that comes by a role is not among these. */
const DELETABLE = defineQuery(
  { table: "name" },
  "(select null as name from information_schema.user_privileges where privilege_type = 'DELETE' " +
    "union select null from information_schema.schema_privileges where privilege_type = 'DELETE' and ? like table_schema " +
    "union select table_name from information_schema.table_privileges where privilege_type = 'DELETE' and table_schema = ?" +
    ") as rights",
);

/** A query about the database's own tables, and how its rows are read by names. */
interface CatalogueQuery<Name extends string> {
  readonly text: string;
  read(rows: readonly (readonly SqlValue[])[]): readonly CatalogueRow<Name>[];
}

type CatalogueRow<Name extends string> = Readonly<Record<Name, SqlValue>>;

type RowOf<Query> = Query extends CatalogueQuery<infer Name> ? CatalogueRow<Name> : never;

/** The names of a row's members, with what each is in SQL, and the rest of the query after FROM. */
function defineQuery<Name extends string>(
  members: Readonly<Record<Name, string>>,
  from: string,
): CatalogueQuery<Name> {
  const names = Object.keys(members) as Name[];
  return {
    text: `select ${names.map((name) => members[name]).join(", ")} from ${from}`,
    read: (rows) =>
      rows.map(
        (row) =>
          Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])) as Record<Name, SqlValue>,
      ),
  };
}
