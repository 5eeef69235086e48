import { suggest } from "@tablewright/core";
import type { DatabaseDescription, TableDescription } from "@tablewright/store-sql";

/** The database with the tables of a list such as `film,sakila.store` alone; a sentence when one of them is not there. */
export function chooseTables(database: DatabaseDescription, list: string): DatabaseDescription | string {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const chosen = new Set<TableDescription>();
  for (const name of names) {
    const matches = tablesNamed(database.tables, name);
    if (matches.length === 0) {
      const nearest = suggest(
        name,
        database.tables.map((table) => table.name),
      );
      return `There is no table "${name}" here.${nearest === undefined ? "" : ` Did you mean "${nearest}"?`}`;
    }
    for (const table of matches) chosen.add(table);
  }
  return { ...database, tables: [...chosen], unreadable: [] };
}

/** Exactly, else but for upper and lower case; a name without a schema in all of those that were read. */
function tablesNamed(tables: readonly TableDescription[], name: string): readonly TableDescription[] {
  const namesOf = ({ schema, name: own }: TableDescription) => [own, `${schema}.${own}`];
  const exact = tables.filter((table) => namesOf(table).includes(name));
  if (exact.length > 0) return exact;
  return tables.filter((table) => namesOf(table).some((one) => one.toLowerCase() === name.toLowerCase()));
}
