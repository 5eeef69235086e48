import type { Store } from "@tablewright/core/storage";
import { sqlStore } from "@tablewright/store-sql";
import { prepareCatalogue } from "./catalogue.ts";
import { Database } from "./database.ts";
import { mysqlDialect } from "./mysql-dialect.ts";
import { mysqlDriver } from "./mysql-driver.ts";
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
    await database.alter("start transaction", async (connection) => {
      refuseWeakSettings((await connection.get(READ_SETTINGS)) ?? [], database.place, options);
      if ((await connection.get(READ_CLUSTER)) !== undefined) database.joinCluster();
      await prepareCatalogue(connection, database.place);
    });
    return sqlStore({ name: "mysql", driver: mysqlDriver(database), dialect: mysqlDialect });
  } catch (error) {
    await database.close();
    throw error;
  }
}
