import { MigrationRefused, migrationWords } from "@tablewright/core/storage";
import type { OwnTableDialect } from "../catalogue/catalogue.ts";
import type { SqlConnection } from "../store/sql-connection.ts";

/**
 * Whether the tables of a database are noted down as those of an application, or none is named. Throws when they are those of another. One that
 * was made before applications were noted down belongs to none. `names` are those in use in the database.
 */
export async function isOwnedBy(
  connection: SqlConnection,
  application: string | undefined,
  names: ReadonlySet<string>,
): Promise<boolean> {
  const [owner] = names.has(TABLE) ? ((await connection.get(`select id from ${TABLE}`)) ?? []) : [];
  if (application === undefined || owner === application) return true;
  if (owner === undefined) return false;
  throw new MigrationRefused([migrationWords.otherApplication(String(owner), application)]);
}

/** Notes down whose tables they are, in a database that belongs to no application yet. */
export async function claimForApplication(
  connection: SqlConnection,
  application: string,
  names: Set<string>,
  { typeOf, tableEnding, placeholder }: Pick<OwnTableDialect, "typeOf" | "tableEnding" | "placeholder">,
): Promise<void> {
  if (!names.has(TABLE))
    await connection.exec(
      `create table if not exists ${TABLE} (id ${typeOf("text")} not null) ${tableEnding}`,
    );
  names.add(TABLE);
  await connection.run(`insert into ${TABLE} values (${placeholder(1)})`, [application]);
}

const TABLE = "tablewright_application";
