import { RowTable } from "@tablewright/core/compiler";
import { type FindPlan, type FoundRows, findAll, type Row, type Store } from "@tablewright/core/storage";
import { insertRows } from "../insert-rows.ts";
import { readRows } from "../read-rows.ts";
import { type MakeStore, withStore } from "../store-under-test.ts";
import { teamRows } from "../tables/specimen-rows.ts";
import { specimenScope, specimens, teamScope, teams } from "../tables/specimens.ts";
import { testContext } from "../test-context.ts";

/** Runs `test` on a store with the tables `Specimens`, empty, and `Teams`. */
export function withSpecimens(make: MakeStore, test: (store: Store) => Promise<void>): Promise<void> {
  return withStore(make, [specimens, teams], async (store) => {
    await insertRows(store, "Teams", teamRows);
    await test(store);
  });
}

/** Puts `rows` in the place of all specimens, and answers them as stored. */
export async function replaceSpecimens(store: Store, rows: readonly Row[]): Promise<readonly Row[]> {
  await store.write(async (transaction) => {
    const { rows: old } = await findAll(transaction, specimenPlan([], {}));
    await transaction.delete(
      "Specimens",
      old.map(([key = null]) => [key]),
    );
    await transaction.insert("Specimens", rows);
  });
  return readRows(store, "Specimens");
}

/** A plan about specimens; conditions see `stored` as the rows of their own table, and the teams. */
export function specimenPlan(
  stored: readonly Row[],
  { conditions = [], order = [], limit }: Partial<Pick<FindPlan, "conditions" | "order" | "limit">>,
): FindPlan {
  const context = testContext({
    Specimens: new RowTable(stored, specimenScope),
    Teams: new RowTable(teamRows, teamScope),
  });
  return { table: "Specimens", conditions, order, context, ...(limit === undefined ? {} : { limit }) };
}

export function find(store: Store, plan: FindPlan): Promise<FoundRows> {
  return store.read((transaction) => findAll(transaction, plan));
}
