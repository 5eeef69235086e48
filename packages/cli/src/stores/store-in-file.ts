import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, constants, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Store } from "@tablewright/core/storage";

/** A store that can be written down. */
export interface StoreOfLines extends Store {
  toLines(): Iterable<string>;
}

/**
 * A store begun with the lines of a file, or empty where there is none, and written to it when it is closed: whole or not
 * at all, in the place of what was there; next to it where another process has written the file meanwhile, so that neither's
 * rows are lost. A store that is never closed, or that does not save, leaves the file as it is. Rejects with a sentence when the file cannot be read, `begin`
 * refuses its lines, or another store of this process has it.
 */
export async function storeInFile(
  file: string,
  begin: (lines: AsyncIterable<string> | undefined) => Promise<StoreOfLines>,
  saves = true,
): Promise<Store> {
  const path = await realpath(file).catch(() => file);
  if (held.has(path)) throw new Error(`"${file}" is in use by another store of this process.`);
  held.add(path);
  const [loaded, store] = await loadStore(path, begin, saves).catch((error: Error) => {
    held.delete(path);
    throw new Error(`"${file}" is not loaded: ${error.message}`, { cause: error });
  });
  if (saves) unsaved.add(path);
  let closing: Promise<void> | undefined;
  const save = async () => {
    const isOurs = [loaded, NO_FILE].includes(await digestOf(path));
    const place = isOurs ? path : `${path}.${process.pid}.unsaved`;
    await saveLines(place, store.toLines());
    if (!isOurs) throw new Error(`${WRITTEN_BY_ANOTHER} are in "${place}".`);
  };
  const closeAndSave = async () => {
    try {
      await store.close();
      if (saves) await save();
    } catch (error) {
      throw new Error(`"${file}" is not saved: ${(error as Error).message}`, { cause: error });
    } finally {
      unsaved.delete(path);
    }
    held.delete(path);
  };
  return { ...store, close: () => (closing ??= closeAndSave()) };
}

/** Whether a store of this process has rows that are in no file yet. A process that ended now would lose them. */
export function hasRowsToSave(): boolean {
  return unsaved.size > 0;
}

const held = new Set<string>();
const unsaved = new Set<string>();

async function loadStore(
  path: string,
  begin: (lines: AsyncIterable<string> | undefined) => Promise<StoreOfLines>,
  saves: boolean,
): Promise<[string, StoreOfLines]> {
  if (saves) await access(dirname(path), constants.W_OK); // said now, not when there are rows to lose
  const digest = await digestOf(path); // before it is loaded: what is written meanwhile is another's
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (handle === undefined) return [digest, await begin(undefined)];
  try {
    return [digest, await begin(handle.readLines({ encoding: "utf8", autoClose: false }))];
  } finally {
    await handle.close();
  }
}

/** By content, so that a process that only read, and saved what it had loaded, changed nothing. */
async function digestOf(path: string): Promise<string> {
  try {
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return hash.digest("hex");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return NO_FILE;
    throw error;
  }
}

/** A reader of the file, also after a crash, finds all of the old lines or all of the new ones. */
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

const WRITTEN_BY_ANOTHER =
  "it has been written by another process since it was loaded, so the rows of this one";

const NO_FILE = "no file";

/** Only the user who serves rows may read them; a file that is there keeps its mode. */
const NEW_FILE = 0o600;
