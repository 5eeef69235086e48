import type { EngineRequest, ResultRow } from "@tablewright/core";
import type { GeneratedCall } from "./call-arbitrary.ts";
import type { GeneratedCell } from "./cell-arbitrary.ts";
import type { MadeCall } from "./laws/law.ts";
import { keyOf, type World } from "./world.ts";

/** Makes a generated call on the rows that there are; undefined where there is no row for it. */
export async function makeCall(world: World, call: GeneratedCall): Promise<MadeCall | undefined> {
  const request = await requestOf(world, call);
  if (request === undefined) return undefined;
  const before = await world.everything();
  const count = (await world.runs()).length;
  const result = await world.engine.execute(request);
  const runs = await world.runs();
  return { request, result, before, runs: runs.slice(0, runs.length - count) };
}

async function requestOf(
  world: World,
  { table: name, action, user, row: place, cells, inputs }: GeneratedCall,
): Promise<EngineRequest | undefined> {
  const table = world.definition.tables.get(name);
  if (table === undefined) return undefined;
  const row: Record<string, ResultRow[string]> = {};
  if (action !== "Add") {
    const existing = roundOf(await world.rowsOf(name), place);
    if (existing === undefined) return undefined;
    Object.assign(row, keyOf(table, existing));
  }
  Object.assign(row, await cellsOf(world, cells));
  const values = await cellsOf(world, inputs);
  const properties = Object.keys(values).length === 0 ? {} : { Inputs: values };
  return world.requestOf(
    { action, table: name, rows: [row], properties },
    roundOf(await world.people(), user),
  );
}

async function cellsOf(world: World, cells: Readonly<Record<string, GeneratedCell>>): Promise<ResultRow> {
  const read: Record<string, ResultRow[string]> = {};
  for (const [name, generated] of Object.entries(cells)) read[name] = await cellOf(world, generated);
  return read;
}

/** The key of a row that a Ref is to point at, written as keys of several columns are. */
async function cellOf(world: World, generated: GeneratedCell): Promise<ResultRow[string]> {
  if ("cell" in generated) return generated.cell;
  const table = world.definition.tables.get(generated.of);
  const row = table && roundOf(await world.rowsOf(table.name), generated.row);
  if (table === undefined || row === undefined) return "";
  const [only, ...others] = table.key.map(({ name }) => row[name] ?? "");
  return others.length === 0 ? (only ?? "") : [only, ...others].join(": ");
}

function roundOf<T>(list: readonly T[], place: number): T | undefined {
  return list[place % Math.max(1, list.length)];
}
