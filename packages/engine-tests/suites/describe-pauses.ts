import {
  createEngine,
  type Engine,
  type EngineRequest,
  loadDefinition,
  type Services,
  type TimeSlice,
} from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";

/** Every expression draws once a row, so that the draws between two pauses are the rows worked on between them. */
const DEFINITION = `
tablewright: 1
app: { id: dice, name: Dice, owner: owner@example.com, locale: en-US, timezone: UTC }
tables:
  Throws:
    key: [Throw]
    columns:
      Throw: { type: Number }
      Eyes: { type: Number }
  Begun:
    key: [Throw]
    columns:
      Throw: { type: Number }
      Eyes: { type: Number, initialValue: "RANDBETWEEN(1, 6)" }
  Computed:
    key: [Throw]
    columns:
      Throw: { type: Number }
      Eyes: { type: Number, formula: "[Throw] + RANDBETWEEN(1, 6)" }
  Checked:
    key: [Throw]
    columns:
      Throw: { type: Number, validIf: "RANDBETWEEN(1, 6) > 0" }
  Shown:
    key: [Throw]
    columns:
      Throw: { type: Number }
      Eyes: { type: Number, virtual: true, formula: "[Throw] + RANDBETWEEN(1, 6)" }
  Secret:
    key: [Throw]
    securityFilter: "RANDBETWEEN(1, 6) > 0"
    columns:
      Throw: { type: Number }
actions:
  Throw again:
    table: Throws
    condition: "RANDBETWEEN(1, 6) > 0"
    set: { Eyes: "[Eyes]" }
`;

const ROWS = 400;
const throws = Array.from({ length: ROWS }, (_, at) => ({ Throw: at + 1 }));

const find = (table: string, Selector?: string): EngineRequest => ({
  action: "Find",
  table,
  properties: Selector === undefined ? {} : { Selector },
});
const add = (table: string): EngineRequest => ({ action: "Add", table, rows: throws });

type PauseCase = readonly [name: string, request: EngineRequest, before?: EngineRequest];

const CASES: readonly PauseCase[] = [
  [
    "a condition that is left to the engine",
    find("Throws", 'FILTER("Throws", RANDBETWEEN(1, 6) > 0)'),
    add("Throws"),
  ],
  [
    "an order that is left to the engine",
    find("Throws", "ORDERBY(Throws[Throw], RANDBETWEEN(1, 6))"),
    add("Throws"),
  ],
  [
    "a Selector that is evaluated",
    find("Throws", "SELECT(Throws[Throw], RANDBETWEEN(1, 6) > 0) - LIST(3)"),
    add("Throws"),
  ],
  [
    "a search in each of the rows of another",
    find(
      "Throws",
      "SELECT(Throws[Throw], AND([Throw] < 4, COUNT(SELECT(Throws[Throw], RANDBETWEEN(1, 6) > 9)) = 0))",
    ),
    add("Throws"),
  ],
  ["virtual columns", find("Shown"), add("Shown")],
  ["a security filter", find("Secret"), add("Secret")],
  ["initial values", add("Begun")],
  ["formulas", add("Computed")],
  ["rules", add("Checked")],
  ["the condition of an action", { action: "Throw again", table: "Throws", rows: throws }, add("Throws")],
];

/** Where a turn is over whenever anybody asks, few rows are worked on between two pauses, whatever the call is about. */
export function describePauses(make: MakeStore): void {
  describe("a call whose turn is over pauses before it has worked on many rows", () => {
    const cases = CASES.map(([name, request, before]) => ({ name, request, before }));
    test.each(cases)("$name", async ({ request, before }) => {
      const stretches = new Stretches();
      const turn: TimeSlice = { isOver: true, pause: stretches.pause };
      await withThrows(
        make,
        { now: () => Date.UTC(2026, 2, 14), random: stretches.random },
        async (engine) => {
          if (before !== undefined) expect(await engine.execute(before)).toMatchObject({ ok: true });
          stretches.begin();
          expect(await engine.execute({ ...request, turn })).toMatchObject({ ok: true });
          expect(stretches.drawn).toBeGreaterThanOrEqual(ROWS);
          expect(stretches.longest).toBeLessThanOrEqual(MOST_ROWS);
        },
      );
    });

    test.each([
      ["goes on", 20],
      ["is set back", -20],
    ])("it needs none of its own where the program can pause and its clock %s", async (_, step) => {
      const stretches = new Stretches();
      let time = Date.UTC(2026, 2, 14);
      const now = () => {
        time += step;
        return time;
      };
      await withThrows(make, { now, random: stretches.random, pause: stretches.pause }, async (engine) => {
        for (const request of [add("Checked"), find("Checked", 'FILTER("Checked", RANDBETWEEN(1, 6) > 0)')]) {
          stretches.begin();
          expect(await engine.execute(request)).toMatchObject({ ok: true });
          expect(stretches.drawn).toBeGreaterThanOrEqual(ROWS);
          expect(stretches.longest).toBeLessThanOrEqual(MOST_ROWS);
        }
      });
    });

    test("searches that are aborted leave nothing behind", async () => {
      await withThrows(make, { now: Date.now, random: () => 0.5 }, async (engine) => {
        expect(await engine.execute(add("Throws"))).toMatchObject({ ok: true });
        const search = find("Throws", 'FILTER("Throws", RANDBETWEEN(1, 6) > 0)');
        const enough = new Error("enough");
        const turn: TimeSlice = { isOver: true, pause: async () => {} };
        const signal = AbortSignal.abort(enough);
        const ended = Array.from({ length: 30 }, () => engine.execute({ ...search, turn, signal }));
        for (const one of ended) await expect(one).rejects.toBe(enough);
        const [result] = await Promise.all([engine.execute(search), engine.execute(add("Begun"))]);
        expect(result).toMatchObject({ ok: true, rows: { length: ROWS } });
      });
    });

    test("calls of one program that wait go on one at a time", async () => {
      const stretches = new Stretches();
      let time = Date.UTC(2026, 2, 14);
      const now = () => {
        time += 20;
        return time;
      };
      const pause = () => new Promise<void>((resume) => void setTimeout(resume));
      const rounds = setInterval(stretches.pause); // once in each round of timers
      await withThrows(make, { now, random: stretches.random, pause }, async (engine) => {
        expect(await engine.execute(add("Throws"))).toMatchObject({ ok: true });
        stretches.begin();
        const search = find("Throws", 'FILTER("Throws", RANDBETWEEN(1, 6) > 0)');
        for (const result of await Promise.all(Array.from({ length: 8 }, () => engine.execute(search))))
          expect(result).toMatchObject({ ok: true });
        expect(stretches.drawn).toBeGreaterThanOrEqual(8 * ROWS);
        expect(stretches.longest).toBeLessThanOrEqual(2 * MOST_ROWS);
      }).finally(() => clearInterval(rounds));
    });
  });
}

/** Counts the rows between two pauses, each of which draws once. */
class Stretches {
  #draws = 0;
  drawn = 0;
  longest = 0;

  begin(): void {
    this.#draws = 0;
    this.drawn = 0;
    this.longest = 0;
  }

  readonly random = (): number => {
    this.drawn += 1;
    this.#draws += 1;
    this.longest = Math.max(this.longest, this.#draws);
    return 0.5;
  };

  readonly pause = async (): Promise<void> => {
    this.#draws = 0;
  };
}

async function withThrows(
  make: MakeStore,
  services: Omit<Services, "newId">,
  work: (engine: Engine) => Promise<void>,
): Promise<void> {
  const definition = loadDefinition(DEFINITION).output ?? expect.fail("The definition does not load.");
  const underTest = await make("pauses");
  try {
    const limits = { milliseconds: Number.MAX_SAFE_INTEGER };
    const own = { ...services, newId: () => "id" };
    await work(await createEngine({ definition, store: underTest.store, services: own, limits }));
  } finally {
    await underTest.dispose();
  }
}

/** The turn is not asked at every step. */
const MOST_ROWS = 65;
