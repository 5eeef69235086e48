import { ENDLESS_SLICE, platform } from "../../expression/parts.ts";
import type { Key, ReadUse, Row, RowReader } from "../../storage/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { slicesOf } from "../calls/prepare/prepared-call.ts";
import { ownContext } from "../engine-tables/engine-table.ts";
import { entryOfRow, JOURNAL, type StoredEntry } from "../engine-tables/journal-table.ts";
import { isBoundsRow, journalRowsAfter, lastNumber } from "../journal/read-entries.ts";
import { rowOfImage } from "../journal/row-image.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import type { LiveGroup } from "./live-group.ts";

/**
 * Follows the journal for groups that read alike, as long as there are any. A look reads the entries that are new and, in the same
 * snapshot, what they changed of the rows of each group.
 */
export class LiveFollower {
  readonly #options: Pick<EngineOptions, "definition" | "store" | "services">;
  readonly #use: ReadUse;
  readonly #groups = new Set<LiveGroup>();
  #cancel: (() => void) | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: Pick<EngineOptions, "definition" | "store" | "services">, use: ReadUse) {
    this.#options = options;
    this.#use = use;
  }

  /** Runs `work` on a snapshot that all of its groups may read. */
  read<T>(work: (stored: RowReader) => Promise<T>): Promise<T> {
    return this.#options.store.read(work, { ...this.#use, searches: true });
  }

  add(group: LiveGroup): void {
    this.#groups.add(group);
    if (this.#looking === undefined && this.#cancel === undefined) this.#lookAfter(LOOK);
  }

  remove(group: LiveGroup): void {
    this.#groups.delete(group);
    if (this.#groups.size > 0) return;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  get isIdle(): boolean {
    return this.#groups.size === 0;
  }

  /** A look that begins now, or after the one under way. */
  look(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    const looking = (this.#looking ?? Promise.resolve()).then(() => this.#lookOnce());
    this.#looking = looking;
    void looking.then(() => {
      if (this.#looking === looking) this.#looking = undefined;
    });
    return looking;
  }

  async #lookOnce(): Promise<void> {
    const began = this.#options.services.now();
    try {
      await this.#look();
    } catch (error) {
      for (const group of this.#groups) group.fail(error);
      this.#groups.clear();
    }
    const took = this.#options.services.now() - began;
    if (this.#groups.size > 0 && this.#cancel === undefined)
      this.#lookAfter(Math.max(LEAST_WAIT, LOOK - Math.max(0, took)));
  }

  #lookAfter(milliseconds: number): void {
    const after = this.#options.services.after ?? platform.after;
    this.#cancel = after(milliseconds, () => {
      this.#cancel = undefined;
      void this.look();
    });
  }

  async #look(): Promise<void> {
    const { services } = this.#options;
    const now = services.now();
    const groups = [...this.#groups];
    for (const group of groups) if (group.reads.isTimed && now - group.readAt >= TIMED) group.isDirty = true;
    const followed = groups.filter(({ isDirty }) => !isDirty);
    const from = followed.reduce((least, { place }) => Math.min(least, place), Number.POSITIVE_INFINITY);
    const slice = slicesOf(services)?.begin() ?? ENDLESS_SLICE;
    await this.read(async (stored) => {
      const { touched, last } =
        followed.length === 0 ? await nothing(stored) : await this.#read(stored, from);
      const rows = new Map<string, readonly Row[]>();
      for (const group of followed) {
        const { name } = group.target.table;
        const keys = touched.get(name);
        const reads = [...group.reads.tables].some((table) => touched.has(table));
        if (reads || (keys !== undefined && !group.reads.isByRow)) group.isDirty = true;
        else if (keys === undefined) group.place = last;
        else {
          const found = rows.get(name) ?? (await rowsOf(stored, name, keys));
          rows.set(name, found);
          await group.readSome(stored, keys.keys(), found, last);
        }
        if (slice.isOver) await slice.pause();
      }
      await this.#readAgain(stored, groups, last);
    });
    for (const group of groups) if (group.isOver) this.#groups.delete(group);
  }

  /** Reads groups whole, those first that wait longest, for a share of the time. */
  async #readAgain(stored: RowReader, groups: readonly LiveGroup[], last: number): Promise<void> {
    const { services } = this.#options;
    const begun = services.now();
    const waiting = groups.filter(
      ({ isDirty, isOver, restsUntil }) => isDirty && !isOver && restsUntil <= begun,
    );
    waiting.sort((one, other) => one.readAt - other.readAt);
    for (const group of waiting) {
      const errors = await group.planAgain();
      if (errors.length > 0) group.end(errors);
      else await group.readAll(stored, last);
      await services.pause?.();
      if (services.now() - begun >= READ_AGAIN) return;
    }
  }

  /** The keys of rows that entries after a place are about, by table and by the text of the key, and the place of the last entry. */
  async #read(stored: RowReader, from: number): Promise<Touched> {
    const touched = new Map<string, Map<string, Key>>();
    let last = from;
    for (;;) {
      const rows = await journalRowsAfter(stored, ownContext(), last, PART);
      for (const row of rows) {
        last = Number(row[JOURNAL.number]);
        if (!isBoundsRow(row)) this.#note(touched, entryOfRow(row, UTC));
      }
      if (rows.length < PART) return { touched, last };
    }
  }

  #note(touched: Map<string, Map<string, Key>>, { table: name, changes }: StoredEntry): void {
    const table = this.#options.definition.tables.get(name);
    if (table === undefined) return;
    const keys = touched.get(name) ?? new Map<string, Key>();
    touched.set(name, keys);
    for (const { before, after } of changes) {
      const key = keyOfRow(table, rowOfImage(table, after ?? before ?? {}));
      keys.set(writeKey(table, key), key);
    }
  }
}

interface Touched {
  readonly touched: ReadonlyMap<string, ReadonlyMap<string, Key>>;
  readonly last: number;
}

async function nothing(stored: RowReader): Promise<Touched> {
  return { touched: new Map(), last: await lastNumber(stored) };
}

async function rowsOf(
  stored: RowReader,
  table: string,
  keys: ReadonlyMap<string, Key>,
): Promise<readonly Row[]> {
  const rows = await stored.getByKeys(table, [...keys.values()]);
  return rows.filter((row) => row !== undefined);
}

const UTC = { timeZone: "UTC" };

/** Rows of the journal that are read at once. */
const PART = 256;
/** Milliseconds from one look to the next, and at least between two. */
const LOOK = 50;
const LEAST_WAIT = 10;
/** Milliseconds after which all rows are read again where time or what is not recorded decides which they are. */
const TIMED = 1_000;
/** Milliseconds of a look for reading groups whole. */
const READ_AGAIN = 50;
