import type { ColumnDefinition } from "@tablewright/core";
import { differenceOf } from "../world.ts";
import type { Law } from "./law.ts";

/**
 * A row that was read can be written back. It is written back twice: the first time may bring formulas up to date that read
 * other rows. Where rules are set off, what changes is theirs.
 */
export const rowsSentBack: Law = {
  name: "an edit that sends a row back changes nothing",
  atEnd: async (world, choose) => {
    const table = choose([...world.definition.tables.values()]);
    if (table === undefined || table.columns.some(isByChance)) return "none";
    const result = await world.engine.find(table.name);
    const row = choose(result.ok ? result.rows : []);
    if (row === undefined) return "none";
    const first = await world.engine.edit(table.name, [row]);
    const [again] = first.ok ? first.rows : [];
    if (again === undefined || (await world.runs()).length > 0) return "none";
    const before = await world.everything();
    const second = await world.engine.edit(table.name, [again]);
    const sent = `The row ${JSON.stringify(again)} of "${table.name}" was sent back`;
    if (!second.ok) return { broken: `${sent} and refused: ${second.diagnostics[0]?.message}` };
    if ((await world.runs()).length > 0) return "none";
    const difference = differenceOf(before, await world.everything());
    return difference === undefined ? "holds" : { broken: `${sent}, and ${difference}.` };
  },
};

function isByChance({ formula, isVirtual }: ColumnDefinition): boolean {
  return !isVirtual && /\b(?:RANDBETWEEN|UNIQUEID)\b/i.test(formula?.source ?? "");
}
