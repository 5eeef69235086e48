import { existsSync } from "node:fs";
import { type AppDefinition, suggest } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { SharedRates } from "@tablewright/http";
import { storeInFile } from "./store-in-file.ts";

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
