import type { JournalPage } from "@tablewright/core/storage";
import { PersistentList } from "./persistent-list.ts";
import { PersistentMap } from "./persistent-map.ts";

/** Entries in the order of appending, each with an id of its own; its sequence is its place, counted from 1. */
export class Journal<Entry extends { readonly id: string }> {
  readonly #entries: PersistentList<Entry>;
  readonly #places: PersistentMap<number>;

  constructor(entries = new PersistentList<Entry>(), places = new PersistentMap<number>()) {
    this.#entries = entries;
    this.#places = places;
  }

  fork(): Journal<Entry> {
    return new Journal(this.#entries.fork(), this.#places.fork());
  }

  get length(): number {
    return this.#entries.length;
  }

  at(place: number): Entry {
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

  replace(place: number, entry: Entry): void {
    this.#entries.replace(place, entry);
  }

  /** The newest first. */
  page({ before = Number.POSITIVE_INFINITY, limit }: JournalPage): Entry[] {
    const page: Entry[] = [];
    for (let place = Math.min(this.length, before - 1) - 1; place >= 0 && page.length < limit; place--) {
      page.push(this.at(place));
    }
    return page;
  }
}
