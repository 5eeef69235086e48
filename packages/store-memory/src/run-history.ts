import type { JournalPage, RuleRun, StoredRun } from "@tablewright/core/storage";
import { Journal } from "./journal.ts";

/** The run history as it stands after one transaction; a writer changes a fork of it. */
export class RunHistory {
  readonly #runs: Journal<StoredRun>;

  constructor(runs = new Journal<StoredRun>()) {
    this.#runs = runs;
  }

  fork(): RunHistory {
    return new RunHistory(this.#runs.fork());
  }

  get length(): number {
    return this.#runs.length;
  }

  /** The run at a place from 0, undefined where one was removed. */
  at(place: number): StoredRun | undefined {
    return this.#runs.at(place);
  }

  has(id: string): boolean {
    return this.#runs.placeOf(id) !== undefined;
  }

  list(page: JournalPage): StoredRun[] {
    return this.#runs.page(page);
  }

  append(runs: readonly RuleRun[]): void {
    this.#runs.refuseKnown(
      runs.map(({ id }) => id),
      "a run",
    );
    for (const { id, rule, table, key, change, outcome, reason, depth, at, events } of runs) {
      const sequence = this.length + 1;
      this.restore({
        sequence,
        id,
        rule,
        table,
        key,
        change,
        outcome,
        ...(reason === undefined ? {} : { reason }),
        depth,
        at,
        events: events.slice(),
      });
    }
  }

  /** Adds a run that has been in a history, at the end; its sequence must be the next. */
  restore(run: StoredRun): void {
    this.#runs.push(run);
  }

  remove(ids: readonly string[]): number {
    const places = ids.map((id) => this.#runs.placeOf(id)).filter((place) => place !== undefined);
    for (const place of places) this.#runs.remove(place);
    return places.length;
  }
}
