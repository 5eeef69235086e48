/** Everything that must hold of any definition, one line each, in the order in which it is reported. */

import type { ColumnDefinition } from "@tablewright/core";
import { differenceOf, keyCellsOf } from "../world.ts";
import { hiddenRows } from "./hidden-rows.ts";
import type { Law } from "./law.ts";

/** One call is one transaction. */
export const refusedCalls: Law = {
  name: "a refused call changes nothing",
  afterCall: async (world, { result, before }) => {
    if (result.ok) return "none";
    const difference = differenceOf(before, await world.everything());
    return difference === undefined ? "holds" : { broken: `The call was refused, and ${difference}.` };
  },
};

/** Rules that set off one another without end are cut off, and what they were to do is not done. */
const ruleLoops: Law = {
  name: "rules do not set off one another without end",
  afterCall: async (_, { runs }) => {
    if (runs.length === 0) return "none";
    const deep = runs.find(({ outcome }) => outcome === "DepthReached");
    if (deep === undefined) return "holds";
    return {
      broken: `The rule "${deep.rule}" was not run for the row ${deep.key} of "${deep.table}": ${deep.depth} rules had set off one another.`,
    };
  },
};

/** What was answered is stored, as it was answered. A filter may hide a row from who has added it. */
export const foundAfterAdd: Law = {
  name: "a row that was added is found",
  afterCall: async (world, { request, result }) => {
    const table = world.definition.tables.get(request.table);
    const added = result.ok ? result.rows[0] : undefined;
    if (request.action !== "Add" || table === undefined || added === undefined) return "none";
    if (table.securityFilter !== undefined && !table.withCheck) return "none";
    const rows = [keyCellsOf(table, added)];
    const answer = await world.engine.execute({ ...request, action: "Find", rows });
    const [row] = answer.ok ? answer.rows : [];
    if (row === undefined) return { broken: `A Find by ${JSON.stringify(rows[0])} does not find it.` };
    const other = table.storedColumns.find(
      ({ name }) => JSON.stringify(row[name]) !== JSON.stringify(added[name]),
    );
    if (other === undefined) return "holds";
    const [was, is] = [JSON.stringify(added[other.name]), JSON.stringify(row[other.name])];
    return { broken: `The column "${other.name}" was answered as ${was} and is found as ${is}.` };
  },
};

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

export const laws: readonly Law[] = [refusedCalls, foundAfterAdd, rowsSentBack, hiddenRows, ruleLoops];
