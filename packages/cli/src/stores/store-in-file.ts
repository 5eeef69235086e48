import { access, constants, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Store } from "@tablewright/core/storage";

/** A store that can be written down. */
export interface StoreOfLines extends Store {
  toLines(): Iterable<string>;
}

/**
 * A store begun with the lines of a file, or empty where there is none, and written to it when it is closed: whole or not
 * at all, in the place of what was there. A store that is never closed saves nothing. Rejects with a sentence when the
 * file cannot be read, `begin` refuses its lines, or another store of this process has it.
 */
export async function storeInFile(
  file: string,
  begin: (lines: AsyncIterable<string> | undefined) => Promise<StoreOfLines>,
): Promise<Store> {
  const path = await realpath(file).catch(() => file);
  if (held.has(path)) throw new Error(`"${file}" is in use by another store of this process.`);
  held.add(path);
  const store = await loadStore(path, begin).catch((error: Error) => {
    held.delete(path);
    throw new Error(`"${file}" is not loaded: ${error.message}`, { cause: error });
  });
  unsaved.add(path);
  let closing: Promise<void> | undefined;
  const closeAndSave = async () => {
    try {
      await store.close();
      await saveLines(path, store.toLines());
    } catch (error) {
      throw new Error(`"${file}" is not saved: ${(error as Error).message}`, { cause: error });
    } finally {
      unsaved.delete(path);
    }
    held.delete(path);
  };
  return { ...store, close: () => (closing ??= closeAndSave()) };
}

/** Whether a store of this process has rows that stand in no file yet. A process that ended now would lose them. */
export function hasRowsToSave(): boolean {
  return unsaved.size > 0;
}

const held = new Set<string>();
const unsaved = new Set<string>();

async function loadStore(
  path: string,
  begin: (lines: AsyncIterable<string> | undefined) => Promise<StoreOfLines>,
): Promise<StoreOfLines> {
  await access(dirname(path), constants.W_OK); // said now, not when there are rows to lose
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (handle === undefined) return begin(undefined);
  try {
    return await begin(handle.readLines({ encoding: "utf8", autoClose: false }));
  } finally {
    await handle.close();
  }
}

/** Whoever reads the file, or finds it after a crash, has all of the old lines or all of the new. */
async function saveLines(path: string, lines: Iterable<string>): Promise<void> {
  const beside = `${path}.${process.pid}.tmp`;
  const mode = await stat(path).then(
    (old) => old.mode,
    () => NEW_FILE,
  );
  try {
    const handle = await open(beside, "w", mode);
    try {
      await handle.writeFile(withLineEnds(lines));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

function* withLineEnds(lines: Iterable<string>): Iterable<string> {
  for (const line of lines) yield `${line}\n`;
}

/** Rows are for who serves them alone; a file that is there keeps its mode. */
const NEW_FILE = 0o600;
