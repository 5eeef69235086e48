import {
  type DatabaseDescription,
  type IsBeyond,
  quoteName,
  type TableDescription,
  withRowsSeen,
} from "@tablewright/store-sql";
import { Client } from "pg";
import { PostgresError } from "../postgres-error.ts";
import { type PostgresOptions, readPostgresAddress, sessionSettings } from "../postgres-options.ts";
import { describePostgresTables } from "./describe-postgres-tables.ts";
import { readPostgresCatalogue } from "./read-catalogue.ts";

/**
 * What the schemas of a database hold; without names, the schema that the address names, or else the first one on the user's
 * search path. The database is read in one transaction that cannot write. Rejects with a sentence for the person who wrote the address.
 */
export async function introspectPostgres(
  address: string | PostgresOptions,
  { schemas = [] }: { readonly schemas?: readonly string[] } = {},
): Promise<DatabaseDescription> {
  return withClient(address, async (client, { database, schema }) => {
    const chosen = schemas.length > 0 ? schemas : [schema];
    const catalogue = await readPostgresCatalogue(client, chosen);
    const { rows } = await client.query<{ readonly zone: string }>(
      "select current_setting('timezone') as zone",
    );
    const described = describePostgresTables(catalogue);
    const relationOf = ({ schema = "", name, rowSecurity }: TableDescription) =>
      // Its policies may read settings that only calls have.
      rowSecurity?.isForThisUser ? undefined : `${quoteName(schema)}.${quoteName(name)}`;
    const ask = async (text: string): Promise<unknown[][]> =>
      (await client.query({ text, rowMode: "array" })).rows;
    const tables = await withRowsSeen(described.tables, { relationOf, isBeyond, textType: "text", ask });
    const otherSchemas = catalogue.others.map((other) => other.schema);
    return {
      product: "PostgreSQL",
      name: database,
      schemas: chosen,
      otherSchemas,
      timeZone: rows[0]?.zone ?? "UTC",
      ...described,
      tables,
    };
  });
}

/** A `numeric` without a precision has what digits its rows have. A double gives 15 of them. */
const isBeyond: IsBeyond = ({ kind, precision, databaseType }, value) => {
  if (kind === "decimal" && precision === undefined)
    return `case when abs(${value}) < 1e300 then cast(cast(${value} as double precision) as numeric) <> ${value} else false end`;
  return databaseType === "bigint"
    ? `${value} not between -9007199254740991 and 9007199254740991`
    : undefined;
};

/** Where `serve` keeps tables of ours. */
const OUR_SCHEMA = "tablewright";

/** Where a client is connected to. */
interface Place {
  readonly database: string;
  readonly schema: string;
}

/** Runs `work` on a connection of its own, in one read-only transaction, whose names in SQL are all written in full. */
async function withClient<T>(
  address: string | PostgresOptions,
  work: (client: Client, place: Place) => Promise<T>,
): Promise<T> {
  const options = typeof address === "string" ? readPostgresAddress(address) : address;
  const { config, settings } = sessionSettings({ statement_timeout: 60_000, ...options });
  const client = new Client({ connectionTimeoutMillis: 10_000, ...config });
  client.on("error", () => {}); // what waits for an answer rejects
  const place = `The database "${client.database ?? ""}" at ${client.host}:${client.port}`;
  try {
    await client.connect();
    const limits = settings.map((one) => `; set local ${one}`).join("");
    await client.query(`begin isolation level repeatable read read only${limits}`);
    // A schema of ours is on the path of a user who is called like it.
    const schema = `coalesce((select s from unnest(current_schemas(false)) as s where s <> '${OUR_SCHEMA}' limit 1), current_schema())`;
    const { rows } = await client.query(`select current_database() as database, ${schema} as schema`);
    await client.query("set local search_path to pg_catalog");
    return await work(client, {
      database: String(rows[0]?.database),
      schema: options.schema ?? String(rows[0]?.schema ?? "public"),
    });
  } catch (error) {
    throw PostgresError.of(error, place);
  } finally {
    await client.end().catch(() => {}); // one that never connected has nothing to end
  }
}
