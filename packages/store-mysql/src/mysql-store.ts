import type { Store } from "@tablewright/core/storage";
import { sqlStore } from "@tablewright/store-sql";
import { prepareCatalogue } from "./catalogue.ts";
import { Database } from "./database.ts";
import { describeDatabases } from "./introspect/introspect-mysql.ts";
import { mysqlDialect } from "./mysql-dialect.ts";
import { mysqlDriver } from "./mysql-driver.ts";
import { isConflict } from "./mysql-error.ts";
import { type MysqlOptions, readAddress } from "./mysql-options.ts";
import { READ_CLUSTER, READ_SETTINGS, refuseWeakSettings } from "./session.ts";

/**
 * A store in a database of MariaDB or MySQL, which several processes may use at the same time. Rejects when the database
 * cannot be reached, or is not one to which changes can be entrusted.
 */
export async function mysqlStore(where: string | MysqlOptions): Promise<Store> {
  const options = typeof where === "string" ? readAddress(where) : where;
  const database = new Database(options);
  try {
    await makeReady(database, options);
    return sqlStore({
      name: "mysql",
      driver: mysqlDriver(database),
      dialect: mysqlDialect,
      describe: (schemas) => describeDatabases(database, options.database, schemas),
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Processes that start on nodes of a cluster at once make the same things; the later one looks again. */
async function makeReady(database: Database, options: MysqlOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.alter("start transaction", async (connection) => {
        refuseWeakSettings((await connection.get(READ_SETTINGS)) ?? [], database.place, options);
        if ((await connection.get(READ_CLUSTER)) !== undefined) database.joinCluster();
        await prepareCatalogue(connection, database.place);
      });
    } catch (error) {
      if (attempt >= ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}

const ATTEMPTS = 10;
