import type { EngineRequest } from "@tablewright/core";
import type { Row, Store } from "@tablewright/core/storage";
import { beforeAll, describe, expect, test } from "vitest";
import { type CountedStore, countedStore } from "./fence/counted-store.ts";
import {
  DEFINITION,
  FILTERED_TABLES,
  type FilteredTable,
  HIDDEN_MARK,
  hiddenItems,
  type MakeFencedStore,
  rowsWith,
} from "./fence/hidden-cells.ts";
import { LINK_SELECTORS, SELECTORS } from "./fence/selectors.ts";
import { type WatchedStore, watchedStore } from "./watched-store.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

/**
 * Nothing that a caller wrote is evaluated on a row that its table's security filter hides. In one world no rows are
 * hidden. In the others some are, which differ in what no filter reads, and computing anything from their cells is an
 * error where the store can tell. All three give the same answers and errors, and two as hidden rows the same costs. With
 * `isWhole`, every filter meets every Selector; otherwise every filter meets a third of them, and every Selector a third of the filters.
 */
export function describeFence(make: MakeFencedStore, isWhole: boolean): void {
  const requestsOf = (table: FilteredTable) => requestsTo(table, isWhole);

  describe("nothing of a caller is evaluated on a hidden row", () => {
    const worlds = new Map<string, ReadonlyMap<string, Told>>();

    beforeAll(async () => {
      for (const [name, hidden] of WORLDS) worlds.set(name, await tellAll(make, hidden, requestsOf));
    }, 300_000);

    test.each(FILTERED_TABLES)("behind the filter of %s", (table) => {
      const [none, one, other] = WORLDS.map(([name]) => worlds.get(name) as ReadonlyMap<string, Told>);
      for (const request of requestsOf(table).map((made) => JSON.stringify(made))) {
        const reports = one?.get(request) as Told;
        expect([request, reports.answer]).toEqual([request, none?.get(request)?.answer]);
        expect([request, other?.get(request)]).toEqual([request, reports]);
      }
    });

    test("the costs are counted", () => {
      const reports = [...(worlds.get(GUESSED) as ReadonlyMap<string, Told>).values()];
      expect(reports.every(({ counts }) => counts.finds.length > 0 || counts.rows === 0)).toBe(true);
      expect(reports.filter(({ counts }) => counts.steps > 0).length).toBeGreaterThan(reports.length / 4);
      expect(reports.filter(({ counts }) => counts.rows > 0).length).toBeGreaterThan(reports.length / 4);
    });

    test("a look-up of a hidden key asks the store what that of a missing one does", async () => {
      let watched: WatchedStore | undefined;
      const watch = (store: Store) => {
        watched = watchedStore(store);
        return watched;
      };
      const lookUp = async ({ engine }: Workshop) => {
        const store = watched as WatchedStore;
        await fill(store, hiddenItems("", 0, 0));
        for (const table of FILTERED_TABLES) {
          const callsOf = async (action: string, Item: string) => {
            store.asked.length = 0;
            const { ok } = await engine.execute({ action, table, rows: [{ Item }] });
            return [table, action, ok, ...store.asked];
          };
          for (const action of ["Find", "Edit", "Delete"])
            expect(await callsOf(action, "h1")).toEqual(await callsOf(action, "none"));
        }
      };
      await withWorkshop(make, lookUp, watch, DEFINITION);
    });

    test.each(FILTERED_TABLES)(
      "a guess at hidden texts is as good as another behind the filter of %s",
      (table) => {
        const reports = worlds.get(GUESSED) as ReadonlyMap<string, Told>;
        const answersTo = (guess: string) =>
          guessing(table, guess).map((made) => {
            const { answer, counts } = reports.get(JSON.stringify(made)) as Told;
            return { answer: answer.replaceAll(guess, "GUESS"), counts };
          });
        expect(answersTo(HIDDEN_MARK)).toEqual(answersTo("nichts"));
      },
    );
  });
}

const GUESSED = "hidden texts that begin with the mark";

const WORLDS: readonly (readonly [name: string, hidden: readonly Row[]])[] = [
  ["no hidden rows", []],
  [GUESSED, hiddenItems(`${HIDDEN_MARK} ä`, 2_000_000.5, 9_007_199_254_740_991)],
  ["long hidden texts", hiddenItems(`Ä${HIDDEN_MARK}`.repeat(2_000), 1_000_001, 1)],
];

/** What a call answers, and what it cost the caller. */
interface Told {
  readonly answer: string;
  readonly counts: ReturnType<CountedStore["takeCounts"]>;
}

async function tellAll(
  make: MakeFencedStore,
  hidden: readonly Row[],
  requestsOf: (table: FilteredTable) => readonly EngineRequest[],
): Promise<ReadonlyMap<string, Told>> {
  const reports = new Map<string, Told>();
  let store: CountedStore | undefined;
  let trap: (() => Promise<void>) | undefined;
  const makeTrapped: MakeFencedStore = async () => {
    const underTest = await make();
    trap = underTest.trapHiddenCells;
    return underTest;
  };
  const tell = async ({ engine }: Workshop) => {
    const counted = store as CountedStore;
    await fill(counted, hidden);
    await trap?.();
    for (const request of FILTERED_TABLES.flatMap(requestsOf)) {
      counted.takeCounts();
      const answer = await engine.execute(request).then(
        (result) => JSON.stringify(result, (name, value) => (name === "_RowNumber" ? undefined : value)),
        (thrown: Error) => `thrown: ${thrown.message}`,
      );
      reports.set(JSON.stringify(request), { answer, counts: counted.takeCounts() });
    }
  };
  const count = (made: Parameters<typeof countedStore>[0]) => {
    store = countedStore(made);
    return store;
  };
  await withWorkshop(makeTrapped, tell, count, DEFINITION);
  return reports;
}

async function fill(store: Store, hidden: readonly Row[]): Promise<void> {
  await store.write(async (transaction) => {
    for (const [table, rows] of Object.entries(rowsWith(hidden))) await transaction.insert(table, rows);
  });
}

function requestsTo(table: FilteredTable, isWhole: boolean): readonly EngineRequest[] {
  const find = { action: "Find", table };
  const from = FILTERED_TABLES.indexOf(table);
  const isMet = (_: unknown, at: number) => isWhole || (from + at) % 3 === 0;
  const bySelector = SELECTORS.map((selector) => asked(table, table, selector));
  const byLinks = LINK_SELECTORS.map((selector) => asked("Links", table, selector));
  const keys = ["h0", "v1", "none", "h1"].map((Item) => ({ Item }));
  return [
    find,
    { ...find, table: `Plain ${table}` },
    { ...find, rows: keys },
    ...bySelector.filter(isMet),
    ...byLinks.filter(isMet),
    ...guessing(table, HIDDEN_MARK),
    ...guessing(table, "nichts"),
  ];
}

function guessing(table: FilteredTable, guess: string): readonly EngineRequest[] {
  return SELECTORS.filter((selector) => selector.includes("GUESS")).map((selector) =>
    asked(table, table, selector.replaceAll("GUESS", guess)),
  );
}

/** A Find by one of the Selectors, with the name of the filtered table in the place of `T`. */
function asked(table: string, filtered: FilteredTable, selector: string): EngineRequest {
  const Selector = selector.replaceAll(/\bT\b/g, filtered);
  return { action: "Find", table, properties: { Selector, Params: { text: "ÜNSICHTBAR 0" } } };
}
