import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { access, constants, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type AppDefinition, suggest } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { SharedRates } from "@tablewright/http";

/**
 * The store at an address such as `memory:`, `memory:rows.jsonl`, `sqlite:rows.sqlite`, `postgres://user@host/db` or
 * `mysql://user@host/db`, its tables not yet opened: the engine does that. Throws, in words for the person who wrote the
 * address, when no store has its scheme or what it names cannot be used.
 */
export async function openStore(url: string, options: OpenOptions = {}): Promise<Store> {
  const scheme = url.slice(0, url.indexOf(":") + 1);
  const open = Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme] : undefined;
  if (open === undefined) {
    const schemes = Object.keys(SCHEMES).map((one) => `"${one}"`);
    const file = /^[^:]+\.(?<ending>sqlite3?|db|jsonl)$/u.exec(url);
    const hint = file && ` Did you mean "${file.groups?.ending === "jsonl" ? "memory" : "sqlite"}:${url}"?`;
    const near = suggest(scheme, Object.keys(SCHEMES));
    const meant = near === undefined || scheme === "" ? "" : ` Did you mean "${near}"?`;
    throw new Error(
      `There is no store for "${withoutPassword(url)}"; an address begins with ${schemes.join(" or ")}.${hint ?? meant}`,
    );
  }
  return open(url.slice(scheme.length), options);
}

export interface OpenOptions {
  /** Refuse a file that is not there instead of making it. */
  readonly mustExist?: boolean;
  /** Make nothing in a database or a file, not even tables of our own; a user who may only read will do. */
  readonly readOnly?: boolean;
  /** Make nothing either, but try what opening would make, and take it back. */
  readonly dryRun?: boolean;
  /** Do not wait for the disk: of copies that are needed only once. */
  readonly acceptsLoss?: boolean;
}

/** By scheme, what opens a store from the rest of its address. A store's package is loaded only when it is asked for. */
const SCHEMES: Readonly<Record<string, (rest: string, options: OpenOptions) => Promise<Store>>> = {
  "memory:": async (file, { mustExist, readOnly, dryRun }) => {
    const { memoryStore, memoryStoreFrom } = await import("@tablewright/store-memory");
    if (file === "") return memoryStore();
    if (mustExist && !existsSync(file)) throw new Error(`There is no file "${file}".`);
    const begin = async (lines: AsyncIterable<string> | undefined) =>
      lines ? memoryStoreFrom(lines) : memoryStore();
    return storeInFile(file, begin, !readOnly && !dryRun);
  },
  "sqlite:": async (file, options) => {
    if (file === "")
      throw new Error('The address "sqlite:" names no file; write it like "sqlite:rows.sqlite".');
    return (await import("@tablewright/store-sqlite")).sqliteStore(file, options);
  },
  "postgres:": openPostgres,
  "postgresql:": openPostgres,
  "mysql:": openMysql,
  "mariadb:": openMysql,
};

async function openPostgres(rest: string, { mustExist: _, ...use }: OpenOptions): Promise<Store> {
  return (await import("@tablewright/store-postgres")).postgresStore(`postgres:${rest}`, use);
}

async function openMysql(rest: string, { mustExist: _, ...use }: OpenOptions): Promise<Store> {
  return (await import("@tablewright/store-mysql")).mysqlStore(`mysql:${rest}`, use);
}

/** Where servers over the store of an address share their limits in time; undefined where there is no such place. */
export async function openSharedRates(
  address: string,
): Promise<(SharedRates & { close(): Promise<void> }) | undefined> {
  if (!/^postgres(ql)?:/u.test(address)) return undefined;
  const { PostgresRates } = await import("@tablewright/store-postgres");
  return new PostgresRates(address);
}

/**
 * The address of a store for an application. Besides the tables of another program in PostgreSQL our own lie in a schema of
 * their own, `tablewright`, unless the address names one.
 */
export function withOwnSchema(address: string, { tables }: Pick<AppDefinition, "tables">): string {
  const usesOthers = [...tables.values()].some(({ source }) => source !== undefined);
  if (!usesOthers || !/^postgres(ql)?:/u.test(address) || !URL.canParse(address)) return address;
  const url = new URL(address);
  if (!url.searchParams.has("schema")) url.searchParams.set("schema", "tablewright");
  return url.href;
}

/** The address of a store as it may be shown; the address of a standby within it is not. */
export function withoutPassword(address: string): string {
  return address.replace(/([?&]read=)[^&]*/gsu, "$1…").replace(/\/\/.*@/su, "//…@");
}

/** A store that can be written down. */
interface StoreOfLines extends Store {
  toLines(): Iterable<string>;
}

/**
 * A store begun with the lines of a file, or empty where there is none, and written to it when it is closed: whole or not
 * at all, in the place of what was there; next to it where another process has written the file meanwhile, so that neither's
 * rows are lost. A store that is never closed, or that does not save, leaves the file as it is. Rejects with a sentence when the file cannot be read, `begin`
 * refuses its lines, or another store of this process has it.
 */
async function storeInFile(
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
