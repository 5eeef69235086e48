import type { StoredTable } from "@tablewright/core/storage";
import type { SqlDriver } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { joinFile } from "./prepare-catalogue.ts";

/** Prepares a file of another program for a definition that uses tables of it; throws for one that uses none. */
export function joining(file: string, driver: SqlDriver<Connection>) {
  return async (expected: readonly StoredTable[]): Promise<void> => {
    refuseWithoutSources(file, expected);
    await driver.alter(async (connection) => joinFile(connection));
  };
}

/** Throws where a file of another program would get tables of ours alone. */
export function refuseWithoutSources(file: string, expected: readonly StoredTable[]): void {
  if (expected.some(({ source }) => source !== undefined)) return;
  throw new Error(
    `"${file}" holds tables of another program; name a file of its own, or name its tables as the source of those of the ` +
      'definition, as "tablewright introspect" writes them.',
  );
}
