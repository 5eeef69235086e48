import {
  type ColumnDescription,
  type DatabaseDescription,
  quoteName,
  type TableDescription,
  withRowsSeen,
} from "@tablewright/store-sql";
import type { MysqlConnection } from "../connection.ts";
import { MysqlDatabase } from "../database.ts";
import { readMysqlAddress } from "../mysql-options.ts";
import { describeMysqlTables } from "./describe-mysql-tables.ts";
import { readMysqlCatalogue } from "./read-catalogue.ts";

/** A table whose `tinyint(1)` columns are whole numbers where some rows hold others than 0 and 1: the type says nothing of it. */
async function withoutSmallNumbers(
  connection: MysqlConnection,
  schema: string,
  table: TableDescription,
): Promise<TableDescription> {
  const columns: ColumnDescription[] = [];
  for (const column of table.columns) {
    const isInDoubt = table.kind === "table" && column.databaseType.startsWith("tinyint(1)");
    const isNumber = isInDoubt && (await holdsOthers(connection, schema, table.name, column.name));
    columns.push(isNumber ? { ...column, kind: "integer" } : column);
  }
  return { ...table, columns };
}

async function holdsOthers(
  connection: MysqlConnection,
  schema: string,
  table: string,
  column: string,
): Promise<boolean> {
  const value = quoteName(column);
  const rows = `select ${value} as v from ${quoteName(schema)}.${quoteName(table)} limit ${ROWS_SEEN}`;
  return (await connection.get(`select 1 from (${rows}) as t where v not in (0, 1) limit 1`)) !== undefined;
}

const ROWS_SEEN = 1_000;

/**
 * What the database at an address holds, read in one transaction that cannot write. Rejects with a sentence for the person
 * who wrote the address.
 */
export async function introspectMysql(address: string): Promise<DatabaseDescription> {
  const options = readMysqlAddress(address);
  const database = new MysqlDatabase({ ...options, pool: 2 });
  try {
    return await database.inSnapshot(
      SNAPSHOT,
      async (connection) => {
        const described = await describeDatabase(connection, options.database);
        const tables: TableDescription[] = [];
        for (const table of described.tables)
          tables.push(await withoutSmallNumbers(connection, options.database, table));
        const relationOf = ({ name }: TableDescription) =>
          `${quoteName(options.database)}.${quoteName(name)}`;
        const ask = (statement: string) => connection.all(statement);
        return { ...described, tables: await withRowsSeen(tables, { relationOf, textType: "char", ask }) };
      },
      false,
    );
  } finally {
    await database.close();
  }
}

/** What the connection's own database holds, or, where some are named, what those of the same server do. */
export function describeDatabases(
  database: MysqlDatabase,
  own: string,
  schemas: readonly string[],
): Promise<DatabaseDescription> {
  const describe = async (connection: MysqlConnection) => {
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
  return database.inSnapshot(SNAPSHOT, describe, false);
}

const SNAPSHOT = "start transaction with consistent snapshot, read only";

async function describeDatabase(connection: MysqlConnection, name: string): Promise<DatabaseDescription> {
  const catalogue = await readMysqlCatalogue(connection, name);
  return {
    product: catalogue.product,
    name,
    schemas: [],
    otherSchemas: [],
    ...describeMysqlTables(catalogue),
  };
}
