import { countRows } from "./count-rows.ts";
import { curlLine } from "./curl-line.ts";
import type { OpenApplication } from "./open-application.ts";

/** What is served where, and a line to try it with. */
export async function describeApplication(
  address: string,
  { engine, madeKey }: OpenApplication,
  now: number,
): Promise<string> {
  const { app } = engine;
  const names = [...app.tables.keys()];
  const width = Math.max(0, ...names.map((name) => name.length));
  const tables: string[] = [];
  for (const name of names) tables.push(`  ${name.padEnd(width)}  ${(await countRows(engine, name)).words}`);
  return [
    `${app.name} is served at ${address}/api/v2/apps/${encodeURIComponent(app.id)}`,
    ...tables,
    ...(madeKey === undefined ? [] : [`The definition has no access key; for this run there is ${madeKey}`]),
    ...tryLines(address, app, now),
  ].join("\n");
}

function tryLines(address: string, app: OpenApplication["engine"]["app"], now: number): string[] {
  if (!app.api.enabled) return ["Its API is switched off in the definition: api.enabled"];
  const line = curlLine(address, app, now);
  return line === undefined ? ["None of its access keys may find anything"] : ["Try it:", `  ${line}`];
}
