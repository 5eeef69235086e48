import {
  type DatabaseDescription,
  emptyTextsQuery,
  quoteName,
  type TableDescription,
  withFilledTexts,
} from "@tablewright/store-sql";
import type { PostgresOptions } from "../postgres-options.ts";
import { describeTables } from "./describe-tables.ts";
import { readCatalogue } from "./read-catalogue.ts";
import { withClient } from "./with-client.ts";

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
    const catalogue = await readCatalogue(client, chosen);
    const { rows } = await client.query<{ readonly zone: string }>(
      "select current_setting('timezone') as zone",
    );
    const described = describeTables(catalogue);
    const tables: TableDescription[] = [];
    for (const table of described.tables) {
      const query = emptyTextsQuery(table, `${quoteName(table.schema ?? "")}.${quoteName(table.name)}`);
      const counts = query === undefined ? [] : await client.query({ text: query, rowMode: "array" });
      tables.push("rows" in counts ? withFilledTexts(table, counts.rows[0] ?? []) : table);
    }
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
