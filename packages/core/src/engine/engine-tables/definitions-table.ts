import type { FunctionDeclaration } from "../../expression/parts.ts";
import { type AppDefinition, loadDefinition, type SourceTexts } from "../../schema/index.ts";
import type { Row, RowReader, Store } from "../../storage/index.ts";
import { engineTable } from "../../storage/stored-table.ts";
import { findOwn } from "./engine-table.ts";

/** The definitions by which calls of the journal were carried out, by the hash that the journal names. */
export const definitionsTable = engineTable(
  "tablewright_definitions",
  {
    Version: "text",
    First: "integer",
    Last: "integer",
    Text: "text",
    Files: "text",
    Functions: "text",
  },
  1,
);

export interface KeptDefinition extends SourceTexts {
  readonly version: string;
  /** When a store was first opened with it, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly first: number;
  /** When it last took the place of another one. */
  readonly last: number;
  /** The names of functions whose code is of a program. */
  readonly functions: readonly string[];
}

/** The definitions that are kept, the one that was opened last at the end. */
export async function readDefinitions(reader: RowReader): Promise<readonly KeptDefinition[]> {
  return (await findOwn(reader, definitionsTable, {})).map(keptOfRow);
}

/** The definition that the store was opened with last. */
export async function latestDefinition(reader: RowReader): Promise<KeptDefinition | undefined> {
  const [row] = await findOwn(reader, definitionsTable, { limit: 1, isNewestFirst: true });
  return row && keptOfRow(row);
}

function keptOfRow([version, first, last, text, files, functions]: Row): KeptDefinition {
  return {
    version: String(version),
    first: Number(first),
    last: Number(last),
    text: String(text),
    files: JSON.parse(String(files)),
    functions: JSON.parse(String(functions)),
  };
}

/** Keeps the definition that a store is opened with, unless it was opened with the same one last. */
export async function keepDefinition(
  { version, written: { text, files }, functions }: AppDefinition,
  store: Store,
  now: number,
): Promise<void> {
  const latest = await store.read(latestDefinition, { searches: true });
  if (latest?.version === version) return;
  await store.write(async (transaction) => {
    const [before] = await transaction.getByKeys(definitionsTable.name, [[version]]);
    const first = before === undefined ? now : Number(before[1]);
    const names = JSON.stringify([...functions.keys()]);
    // Of two servers that open the store at once both have kept the same.
    await transaction.delete(definitionsTable.name, [[version]]);
    await transaction.insert(definitionsTable.name, [
      [version, first, now, text, JSON.stringify(files), names],
    ]);
  });
}

/** Removes definitions that were followed by another one before an instant, and of very many the oldest. */
export async function trimDefinitions(store: Store, before: number): Promise<void> {
  const kept = await store.read(readDefinitions, { searches: true });
  const old = kept.filter(
    (_, at) => at < kept.length - MOST_KEPT || (kept[at + 1]?.last ?? Number.POSITIVE_INFINITY) <= before,
  );
  const keys = old.map(({ version }) => [version]);
  if (keys.length > 0) await store.write((transaction) => transaction.delete(definitionsTable.name, keys));
}

/** Definitions of a store: each edit of a served one adds one. */
const MOST_KEPT = 1_000;

/** A kept definition, loaded again; a text says why it cannot be. Its hash is that of the text that was kept, with its keys. */
export function loadKept(
  { text, files, version }: KeptDefinition,
  functions: readonly FunctionDeclaration[],
): AppDefinition | string {
  const readTable = (file: string) => files[file] ?? "it was not kept";
  const { output, diagnostics } = loadDefinition(text, { functions, readTable });
  if (output !== undefined) return { ...output, version };
  return diagnostics.find(({ severity }) => severity === "error")?.message ?? "It has errors.";
}
