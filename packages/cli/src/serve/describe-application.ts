import type { AppDefinition } from "@tablewright/core";
import { countRows } from "./count-rows.ts";
import { curlLine } from "./curl-line.ts";
import type { OpenApplication } from "./open-application.ts";

/** What is served where, and a line to try it with. */
export async function describeApplication(
  address: string,
  { engine, madeKey, showsKey }: OpenApplication,
  now: number,
  hasConsole: boolean,
): Promise<string> {
  const { app } = engine;
  const names = [...app.tables.keys()];
  const width = names.reduce((widest, { length }) => Math.max(widest, length), 0);
  const tables: string[] = [];
  for (const name of names) tables.push(`  ${name.padEnd(width)}  ${(await countRows(engine, name)).words}`);
  return [
    `${app.name} is served at ${address}/api/v2/apps/${encodeURIComponent(app.id)}`,
    ...tables,
    ...(madeKey === undefined ? [] : [`The definition has no access key; for this run there is ${madeKey}`]),
    ...tryLines(address, app, now, showsKey),
    ...(app.api.enabled ? [WIRES] : []),
    ...(hasConsole ? [`Console: ${address}/console/?app=${encodeURIComponent(app.id)}`] : []),
  ].join("\n");
}

/** Which form of answers suits whom; without a choice it is `spec`. */
const WIRES = [
  "Clients written for the hosted service: --wire appsheet, or the header Prefer: wire=appsheet",
  "New programs: --wire typed, or the header Prefer: wire=typed",
].join("\n");

function tryLines(address: string, app: AppDefinition, now: number, showsKey: boolean): string[] {
  if (!app.api.enabled) return ["Its API is switched off in the definition: api.enabled"];
  const line = curlLine(address, app, now, showsKey);
  if (line === undefined) return ["None of its access keys may find anything"];
  return [showsKey ? "Try it:" : "Try it, with an access key in TABLEWRIGHT_KEY:", `  ${line}`];
}
