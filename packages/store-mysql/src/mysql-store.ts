import type { Store } from "@tablewright/core/storage";
import { sourceReader, sqlStore } from "@tablewright/store-sql";
import { hasMysqlCatalogue, prepareMysqlCatalogue, tryCatalogue } from "./catalogue.ts";
import type { MysqlConnection } from "./connection.ts";
import { MysqlDatabase } from "./database.ts";
import { describeDatabases } from "./introspect/introspect-mysql.ts";
import { mysqlDialect } from "./mysql-dialect.ts";
import { mysqlDriver } from "./mysql-driver.ts";
import { isMysqlError } from "./mysql-error.ts";
import { type MysqlOptions, readMysqlAddress } from "./mysql-options.ts";
import { READ_CLUSTER, READ_SETTINGS, refuseWeakMysql } from "./session.ts";

/**
 * A store in a database of MariaDB or MySQL, which several processes may use at the same time. Rejects when the database
 * cannot be reached, or is not one to which changes can be entrusted.
 */
export async function mysqlStore(
  where: string | MysqlOptions,
  use: Pick<MysqlOptions, "readOnly" | "dryRun"> = {},
): Promise<Store> {
  const named = typeof where === "string" ? readMysqlAddress(where) : where;
  const options = { ...named, ...use };
  const database = new MysqlDatabase(options);
  try {
    const hasTables = await makeReady(database, options);
    const store = {
      name: "mysql",
      driver: mysqlDriver(database),
      dialect: mysqlDialect,
      describe: (schemas: readonly string[]) => describeDatabases(database, options.database, schemas),
    };
    return hasTables ? sqlStore(store) : sourceReader(store);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Makes our tables where they are missing, unless the database is only read; answers whether they are there. In a dry run only the right to
 * make them is tried. Processes that start on
 * nodes of a cluster at once make the same things; the later one looks again.
 */
async function makeReady(database: MysqlDatabase, options: MysqlOptions): Promise<boolean> {
  const { place } = database;
  const look = async (connection: MysqlConnection) => {
    refuseWeakMysql((await connection.get(READ_SETTINGS)) ?? [], place, options);
    if ((await connection.get(READ_CLUSTER)) !== undefined) database.joinCluster();
  };
  if (options.readOnly || options.dryRun)
    return database.inSnapshot(
      options.readOnly ? "start transaction read only" : "start transaction",
      async (connection) => {
        await look(connection);
        return options.readOnly ? hasMysqlCatalogue(connection, place) : tryCatalogue(connection, place);
      },
      false,
    );
  for (let attempt = 1; ; attempt++) {
    try {
      await database.alter("start transaction", async (connection) => {
        await look(connection);
        await prepareMysqlCatalogue(connection, place);
      });
      return true;
    } catch (error) {
      if (attempt >= ATTEMPTS || !isMysqlError(error, "conflict")) throw error;
    }
  }
}

const ATTEMPTS = 10;
