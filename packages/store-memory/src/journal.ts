import type { JournalPage } from "@tablewright/core/storage";
import { PersistentList } from "./persistent-list.ts";
import { PersistentMap } from "./persistent-map.ts";

/**
 * Entries in the order of appending, each with an id of its own; its sequence is its place, counted from 1. The place of one
 * that was removed stays empty.
 */
export class Journal<Entry extends { readonly id: string }> {
  readonly #entries: PersistentList<Entry | undefined>;
  readonly #places: PersistentMap<number>;

  constructor(entries = new PersistentList<Entry | undefined>(), places = new PersistentMap<number>()) {
    this.#entries = entries;
    this.#places = places;
  }

  fork(): Journal<Entry> {
    return new Journal(this.#entries.fork(), this.#places.fork());
  }

  /** How many places there are. */
  get length(): number {
    return this.#entries.length;
  }

  /** Undefined where the place is empty. */
  at(place: number): Entry | undefined {
    return this.#entries.at(place);
  }

  /** The place of an id; undefined when no entry has it. */
  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** Throws when an id is not new: `what` says of what, as in `an event`. */
  refuseKnown(ids: readonly string[], what: string): void {
    const seen = new Set<string>();
    for (const id of ids) {
      if (seen.has(id) || this.placeOf(id) !== undefined) {
        throw new Error(`There is already ${what} with the id ${JSON.stringify(id)}; an id is given once.`);
      }
      seen.add(id);
    }
  }

  push(entry: Entry): void {
    this.#places.set(entry.id, this.#entries.length);
    this.#entries.push(entry);
  }

  remove(place: number): void {
    const entry = this.at(place);
    if (entry === undefined) return;
    this.#places.delete(entry.id);
    this.#entries.replace(place, undefined);
  }

  replace(place: number, entry: Entry): void {
    this.#entries.replace(place, entry);
  }

  page({ before = Number.POSITIVE_INFINITY, after, limit }: JournalPage): Entry[] {
    const page: Entry[] = [];
    const step = after === undefined ? -1 : 1;
    let place = after === undefined ? Math.min(this.length, before - 1) - 1 : Math.max(0, after);
    for (; place >= 0 && place < this.length && page.length < limit; place += step) {
      const entry = this.at(place);
      if (entry !== undefined) page.push(entry);
    }
    return page;
  }
}
