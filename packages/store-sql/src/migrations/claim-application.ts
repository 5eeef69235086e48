import { MigrationRefused, migrationWords } from "@tablewright/core/storage";
import type { OwnTableDialect } from "../catalogue/catalogue.ts";
import type { SqlConnection } from "../store/sql-connection.ts";

/**
 * Throws when the tables of a database are those of another application than this. One that was made before applications
 * were noted down belongs to none. `names` are those in use in the database.
 */
export async function refuseOtherApplication(
  connection: SqlConnection,
  application: string | undefined,
  names: ReadonlySet<string>,
): Promise<void> {
  const owner = await ownerOf(connection, names);
  if (application === undefined || owner === undefined || owner === application) return;
  throw new MigrationRefused([migrationWords.otherApplication(owner, application)]);
}

/** Whether the tables of a database are noted down as those of this application, or belong to none where there is none. */
export async function isOwnedBy(
  connection: SqlConnection,
  application: string | undefined,
  names: ReadonlySet<string>,
): Promise<boolean> {
  await refuseOtherApplication(connection, application, names);
  return application === undefined || (await ownerOf(connection, names)) !== undefined;
}

/** Notes down whose tables they are, in a database that belongs to no application yet. */
export async function claimForApplication(
  connection: SqlConnection,
  application: string | undefined,
  names: Set<string>,
  { typeOf, tableEnding, placeholder }: Pick<OwnTableDialect, "typeOf" | "tableEnding" | "placeholder">,
): Promise<void> {
  if (application === undefined || (await ownerOf(connection, names)) !== undefined) return;
  if (!names.has(TABLE))
    await connection.exec(
      `create table if not exists ${TABLE} (id ${typeOf("text")} not null) ${tableEnding}`,
    );
  names.add(TABLE);
  await connection.run(`insert into ${TABLE} values (${placeholder(1)})`, [application]);
}

async function ownerOf(connection: SqlConnection, names: ReadonlySet<string>): Promise<string | undefined> {
  if (!names.has(TABLE)) return undefined;
  const owner = await connection.get(`select id from ${TABLE}`);
  return owner === undefined ? undefined : String(owner[0]);
}

const TABLE = "tablewright_application";
