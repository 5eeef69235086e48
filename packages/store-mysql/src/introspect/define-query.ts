import type { SqlValue } from "@tablewright/store-sql";

/** A query about the database's own tables, and how its rows are read by names. */
export interface CatalogueQuery<Name extends string> {
  readonly text: string;
  read(rows: readonly (readonly SqlValue[])[]): readonly CatalogueRow<Name>[];
}

export type CatalogueRow<Name extends string> = Readonly<Record<Name, SqlValue>>;

export type RowOf<Query> = Query extends CatalogueQuery<infer Name> ? CatalogueRow<Name> : never;

/** The names of a row's members, with what each is in SQL, and the rest of the query after FROM. */
export function defineQuery<Name extends string>(
  members: Readonly<Record<Name, string>>,
  from: string,
): CatalogueQuery<Name> {
  const names = Object.keys(members) as Name[];
  return {
    text: `select ${names.map((name) => members[name]).join(", ")} from ${from}`,
    read: (rows) =>
      rows.map(
        (row) =>
          Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])) as Record<Name, SqlValue>,
      ),
  };
}
