import type { AppDefinition, TableDefinition } from "@tablewright/core";
import { requestIn } from "@tablewright/core/compiler";
import type { Row } from "@tablewright/core/storage";
import { keyCellsOf, type World } from "../world.ts";
import type { Law } from "./law.ts";

/**
 * A row that a security filter hides does not exist for the caller: whatever is in it, the bytes of every answer are the same.
 * Columns that a filter reads decide who sees the row and stay as they are.
 */
export const hiddenRows: Law = {
  name: "hidden rows change no answer",
  atEnd: async (world, choose) => {
    const { definition } = world;
    const table = choose([...definition.tables.values()].filter((one) => isHideable(definition, one)));
    const user = choose(await world.people());
    if (table === undefined) return "none";
    const request = world.requestOf({ action: "Find", table: table.name }, user);
    const seen = await world.engine.execute(request);
    if (!seen.ok) return "none";
    const keys = new Set(seen.rows.map((row) => JSON.stringify(keyCellsOf(table, row))));
    const all = await world.rowsOf(table.name);
    const hidden = all.flatMap((row, at) => (keys.has(JSON.stringify(keyCellsOf(table, row))) ? [] : [at]));
    const [at, other] = [choose(hidden), choose([...all.keys()])];
    const changeable = table.storedColumns.filter(
      (column) => !table.key.includes(column) && !isRead(table, column.name),
    );
    const column = choose(changeable);
    if (at === undefined || other === undefined || column === undefined) return "none";
    const before = await answersTo(world, user);
    const stored = await valuesOf(world, table.name);
    const changed = [...(stored[at] ?? [])];
    const value = stored[other]?.[column.index] ?? null;
    changed[column.index] = changed[column.index] === value ? null : value;
    await world.store.write((transaction) => transaction.update(table.name, [changed]));
    const after = await answersTo(world, user);
    const place = before.findIndex((answer, index) => answer !== after[index]);
    if (place < 0) return "holds";
    const row = JSON.stringify(keyCellsOf(table, all[at] ?? {}));
    return {
      broken: `"${column.name}" of the row ${row} of "${table.name}" changed, which ${user ?? "the owner"} does not see, and an answer to them from ${before[place]} to ${after[place]}.`,
    };
  },
};

/** Whether nothing but the row itself decides who sees it. */
function isHideable({ tables }: AppDefinition, { name, securityFilter }: TableDefinition): boolean {
  if (securityFilter === undefined) return false;
  return ![...tables.values()].some((table) => table.securityFilter?.references.tables.has(name));
}

function isRead({ securityFilter }: TableDefinition, column: string): boolean {
  const { columns = new Set<string>(), formulas = [] } = securityFilter?.references ?? {};
  return columns.has(column) || formulas.some(({ references }) => references.columns.has(column));
}

async function answersTo(world: World, user: string | undefined): Promise<readonly string[]> {
  const { tables, slices } = world.definition;
  const answers: string[] = [];
  for (const table of [...tables.keys(), ...slices.keys()])
    answers.push(
      JSON.stringify(await world.engine.execute(world.requestOf({ action: "Find", table }, user))),
    );
  return answers;
}

/** In stored order, as `World.rowsOf` has them. */
async function valuesOf({ store, definition }: World, table: string): Promise<readonly Row[]> {
  const context = requestIn(definition.scope, {});
  return store.read(async (transaction) => {
    const { batches } = await transaction.find({ table, conditions: [], order: [], context });
    const rows: Row[] = [];
    for await (const batch of batches) for (const row of batch) rows.push(row);
    return rows;
  });
}
