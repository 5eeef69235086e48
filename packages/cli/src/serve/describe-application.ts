import {
  type AccessKey,
  type AppDefinition,
  type Engine,
  keyState,
  mayCall,
  mayReach,
} from "@tablewright/core";
import { counted } from "../terminal.ts";
import { isForTheUser } from "../with-application.ts";
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

/**
 * A command line that finds the rows of a table and works as pasted into a shell, at an instant in milliseconds. Unless
 * `showsKey` is set, the shell puts the key in from its variable TABLEWRIGHT_KEY; undefined when no key may find anything.
 */
export function curlLine(
  address: string,
  app: AppDefinition,
  now: number,
  showsKey: boolean,
): string | undefined {
  const choices = app.api.accessKeys
    .filter((key) => mayFind(key, now))
    .map((key) => ({ key: key.key, table: [...app.tables.keys()].find((table) => mayReach(key, table)) }))
    .filter(({ table }) => table !== undefined);
  const choice = choices.find(({ key }) => key !== undefined) ?? choices[0];
  if (choice?.table === undefined) return undefined;
  const url = `${address}/api/v2/apps/${pathPart(app.id)}/tables/${pathPart(choice.table)}/Action`;
  const isShown = showsKey && choice.key !== undefined;
  const key = isShown
    ? quote(`ApplicationAccessKey: ${choice.key}`)
    : '"ApplicationAccessKey: $TABLEWRIGHT_KEY"';
  const type = quote("Content-Type: application/json");
  return `curl -s ${quote(url)} -H ${key} -H ${type} -d ${quote('{"Action": "Find"}')}`;
}

function mayFind(key: AccessKey, now: number): boolean {
  return keyState(key, now) === "in use" && mayCall(key, "Find");
}

function pathPart(part: string): string {
  return encodeURIComponent(part).replaceAll("'", "%27");
}

/** Between single quotes a shell changes nothing; a single quote itself is written outside of them. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** How many rows of a table the application's owner sees. */
interface RowCount {
  readonly isEmpty: boolean;
  /** `1 row`, `0 rows`, `more than 1,000 rows`. */
  readonly words: string;
}

/**
 * Reads no more rows than it counts, so that the time of a start does not depend on the tables. Rows that could not be
 * counted, because a store is away or a call was refused, are reported with the reason.
 */
export async function countRows(engine: Engine, table: string): Promise<RowCount> {
  const selector = `TOP(FILTER("${table.replaceAll('"', '""')}", TRUE), ${MOST_COUNTED + 1})`;
  let reason: string;
  try {
    const result = await engine.find(table, { selector });
    if (result.ok) return { isEmpty: result.rows.length === 0, words: wordsFor(result.rows.length) };
    reason = result.diagnostics.map(({ message }) => message).join(" ");
  } catch (error) {
    if (!(error instanceof Error && isForTheUser(error))) throw error;
    reason = error.message;
  }
  return { isEmpty: false, words: `rows not counted: ${reason}` };
}

function wordsFor(rows: number): string {
  return rows > MOST_COUNTED ? `more than ${counted(MOST_COUNTED, "row")}` : counted(rows, "row");
}

const MOST_COUNTED = 1_000;
