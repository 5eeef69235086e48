import type { FunctionDeclaration } from "../../expression/parts.ts";
import { type AppDefinition, loadDefinition, type SourceTexts } from "../../schema/index.ts";
import type { Row, RowReader, Store } from "../../storage/index.ts";
import { engineTable } from "../../storage/stored-table.ts";
import { findOwn, putRow } from "./engine-table.ts";

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

/** Who saved which definition, before it was opened. */
export const savesTable = engineTable(
  "tablewright_saves",
  { At: "integer", Version: "text", Before: "text", User: "text", Key: "text", Note: "text" },
  2,
);

/** That somebody saved a definition in the place of another one. */
export interface DefinitionSave {
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  readonly version: string;
  readonly before: string;
  readonly user: string | null;
  /** The name of the access key; null for a person who signed in. */
  readonly accessKey: string | null;
  readonly note: string | null;
}

/** The saves, the newest first. */
export async function savesOf(store: Store): Promise<readonly DefinitionSave[]> {
  const rows = await store.read(
    (reader) => findOwn(reader, savesTable, { limit: MOST_KEPT, isNewestFirst: true }),
    {
      searches: true,
    },
  );
  const text = (value: Row[number] | undefined) => (value == null ? null : String(value));
  return rows.map(([at, version, before, user, accessKey, note]) => ({
    at: Number(at),
    version: String(version),
    before: String(before),
    user: text(user),
    accessKey: text(accessKey),
    note: text(note),
  }));
}

/**
 * Notes that a definition is about to be saved; returns what removes the note. Undefined where `before` is not what the store was
 * opened with last, or where another server noted a save shortly before, which has not opened the store yet.
 */
export async function noteSave(
  store: Store,
  { at, version, before, user, accessKey, note }: DefinitionSave,
): Promise<(() => Promise<void>) | undefined> {
  const isNoted = await store.write(
    async (transaction) => {
      const latest = await latestDefinition(transaction);
      if (latest?.version !== before) return false;
      const [newest] = await findOwn(transaction, savesTable, { limit: 1, isNewestFirst: true });
      const since = newest === undefined ? Number.POSITIVE_INFINITY : at - Number(newest[0]);
      if (newest?.[1] !== before && Number(newest?.[0]) >= latest.last && since < LONGEST_SAVE) return false;
      await putRow(transaction, savesTable, [at, version, before, user, accessKey, note]);
      return true;
    },
    { exclusive: true },
  );
  if (!isNoted) return undefined;
  return () =>
    store.write((transaction) => transaction.delete(savesTable.name, [[at, version]])).then(() => {});
}

/** Milliseconds after which a save that was noted and not carried out is one of a server that has ended. */
const LONGEST_SAVE = 30_000;

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
export async function readDefinitions(store: Store): Promise<readonly KeptDefinition[]> {
  const rows = await store.read((reader) => findOwn(reader, definitionsTable, {}), { searches: true });
  return rows.map(keptOfRow);
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
  const kept = await readDefinitions(store);
  const old = kept.filter(
    (_, at) => at < kept.length - MOST_KEPT || (kept[at + 1]?.last ?? Number.POSITIVE_INFINITY) <= before,
  );
  const keys = old.map(({ version }) => [version]);
  if (keys.length > 0) await store.write((transaction) => transaction.delete(definitionsTable.name, keys));
}

/** Removes the notes of saves before an instant whose definitions are not kept any more, and of very many the oldest. */
export async function trimSaves(store: Store, before: number): Promise<void> {
  const versions = new Set((await readDefinitions(store)).map(({ version }) => version));
  const saves = await store.read((reader) => findOwn(reader, savesTable, {}), { searches: true });
  const keys = saves
    .filter(
      ([at, version], place) =>
        place < saves.length - MOST_KEPT || (Number(at) <= before && !versions.has(String(version))),
    )
    .map(([at = null, version = null]) => [at, version]);
  if (keys.length > 0) await store.write((transaction) => transaction.delete(savesTable.name, keys));
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
