import { RowTable, type TableScope } from "@tablewright/core/compiler";
import type { RequestContext, Row } from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { readRows } from "@tablewright/store-contract/parts";
import type { SourceDatabase } from "../source-database.ts";
import { type ForeignTables, filling, scopeOf } from "./foreign-tables.ts";

/** The rows of both tables, read whole. */
export class ForeignRows {
  readonly things: readonly Row[];
  readonly groups: readonly Row[];
  readonly #tables: ForeignTables;

  constructor(things: readonly Row[], groups: readonly Row[], tables: ForeignTables) {
    this.things = things;
    this.groups = groups;
    this.#tables = tables;
  }

  /** Puts other things in the place of those there are; each cell is one of its column's literals. */
  static async fill(
    { store, place, ask }: Pick<SourceDatabase, "store" | "place" | "ask">,
    tables: ForeignTables,
    choices: readonly (readonly number[])[],
  ): Promise<ForeignRows> {
    for (const statement of filling(tables, place, choices)) await ask(statement);
    return new ForeignRows(await readRows(store, "Things"), await readRows(store, "Groups"), tables);
  }

  /** A request that sees all groups, and these things or all of them. */
  context(things = this.things): RequestContext {
    const scopes = scopeOf(this.#tables).tables;
    return testContext({
      Things: new RowTable(things, scopes.get("Things") as TableScope),
      Groups: new RowTable(this.groups, scopes.get("Groups") as TableScope),
    });
  }
}
