import { memoryStore } from "@tablewright/store-memory";
import { describe, expect, test } from "vitest";
import { foundAfterAdd, hiddenRows, refusedCalls, rowsSentBack } from "../src/generate/laws.ts";
import { World } from "../src/generate/world.ts";
import { checkLaws, readRuleTests } from "../src/index.ts";
import { loaded } from "./shop.ts";

const APP =
  "tablewright: 1\napp: { id: t, name: T, owner: boss@x.example, roles: { ann@x.example: Clerk } }\n";
const NOTES = `${APP}tables:
  Notes:
    key: [Note]
    securityFilter: '[Author] = USEREMAIL()'
    withCheck: true
    columns: { Note: { type: Number, min: 1, max: 9 }, Author: { type: Email, initialValue: USEREMAIL() }, Text: { type: Text, required: true, maxLength: 5 } }
slices: { Long: { table: Notes, filter: 'LEN([Text]) > 3' } }
`;

/** What of its laws holds of a definition, with the rows that tests are given. */
async function lawsOf(text: string, tests = "", runs = 25) {
  const definition = loaded(text);
  const read = tests === "" ? undefined : readRuleTests(tests, definition).output;
  const checked = await checkLaws({
    definition,
    tests: read === undefined ? [] : [read],
    openStore: memoryStore,
    openGiven: () => Promise.reject(new Error("No file is named.")),
    now: Date.UTC(2026, 2, 1),
    runs,
    seed: 7,
  });
  return { ...checked, byName: new Map(checked.laws.map((law) => [law.name, law])) };
}

test("all laws hold of a definition with a security filter, and there was something for them to hold of", async () => {
  const { laws } = await lawsOf(NOTES);
  expect(laws.filter(({ broken }) => broken !== undefined)).toEqual([]);
  const idle = laws.filter(({ held }) => held === 0).map(({ name }) => name);
  expect(idle).toEqual(["rules do not set off one another without end"]);
});

test("the same seed makes the same calls", async () => {
  const counts = async () => {
    const { taken, refused, laws } = await lawsOf(NOTES, "", 5);
    return [taken, refused, laws.map(({ held }) => held)];
  };
  expect(await counts()).toEqual(await counts());
});

test("calls begin with the rows that tests are given", async () => {
  const tests =
    "given: { Notes: [{ Note: 1, Author: ann@x.example, Text: a }] }\ntests: { one: { when: [{ table: Notes, Action: Find }] } }";
  const { byName } = await lawsOf(NOTES.replace("withCheck: true\n", "updates: [delete]\n"), tests, 40);
  expect(byName.get("a row that was added is found")?.held).toBe(0);
  expect(byName.get("hidden rows change no answer")?.held).toBeGreaterThan(0);
});

test("rules that set off one another are found, with the least calls that show it", async () => {
  const steps = [1, 2, 3, 4, 5, 6];
  const columns = steps.map((step) => `S${step}: { type: Number }`).join(", ");
  const actions = steps
    .map((step) => `A${step}: { table: T, set: { S${step}: "[S${step}] + 1" } }`)
    .join("\n  ");
  const rules = steps
    .map(
      (step) =>
        `R${step}: { table: T, on: [add, edit], condition: "[_THISROW_AFTER].[S${step - 1 || 6}] <> [_THISROW_BEFORE].[S${step - 1 || 6}]", steps: [{ action: A${step} }] }`,
    )
    .join("\n  ");
  const { byName, seed } = await lawsOf(
    `${APP}tables: { T: { key: [K], columns: { K: { type: Number, min: 0, max: 1 }, ${columns.replaceAll("Number", "Number, initialValue: '0'")} } } }\nactions:\n  ${actions}\nrules:\n  ${rules}\n`,
    "",
    60,
  );
  const broken = byName.get("rules do not set off one another without end")?.broken;
  expect(seed).toBe(7);
  expect(broken?.message).toMatch(
    /^The rule "R\d" was not run for the row \d of "T": 5 rules had set off one another\.$/,
  );
  expect(broken?.calls.length).toBeLessThanOrEqual(2);
});

describe("a law is broken by", () => {
  test("a formula that counts its own edits", async () => {
    const counting = `${APP}tables: { T: { key: [K], columns: { K: { type: Number, min: 1, max: 9 }, N: { type: Number, formula: "[_THISROW_BEFORE].[N] + 1" } } } }`;
    const { byName } = await lawsOf(counting);
    const broken = byName.get(rowsSentBack.name)?.broken;
    expect(broken?.message).toMatch(/^The row .* of "T" was sent back, and the rows of "T" changed from /);
    expect(broken?.calls).toHaveLength(1);
  });

  test("a refused call after which something is different", async () => {
    const world = await worldOf(NOTES);
    const before = { ...(await world.everything()), 'the rows of "Notes"': "[]" };
    const result = { ok: false, diagnostics: [] } as const;
    const request = { action: "Add", table: "Notes" };
    expect(await refusedCalls.afterCall?.(world, { request, result, before, runs: [] })).toEqual({
      broken: expect.stringMatching(
        /^The call was refused, and the rows of "Notes" changed from \[\] to \[\{"Note":1,/,
      ),
    });
  });

  test.each([
    [{ Note: 2 }, 'A Find by {"Note":2} does not find it.'],
    [
      { Note: 1, Author: "boss@x.example", Text: "b" },
      'The column "Text" was answered as "b" and is found as "a".',
    ],
  ])("an added row that is not found as it was answered: %j", async (row, broken) => {
    const world = await worldOf(NOTES);
    const made = {
      request: { action: "Add", table: "Notes" },
      result: { ok: true, rows: [row], warnings: [] },
      before: {},
      runs: [],
    } as const;
    expect(await foundAfterAdd.afterCall?.(world, made)).toEqual({ broken });
  });

  test("an answer that tells of hidden rows", async () => {
    const world = await worldOf(NOTES);
    const execute: typeof world.engine.execute = async (request) => {
      const answer = await world.engine.execute(request);
      return { ...answer, told: await world.rowsOf("Notes") };
    };
    const leaking: World = Object.assign(Object.create(world), {
      engine: { ...world.engine, execute },
      people: async () => ["cy@x.example"],
    });
    const choose = <T>(list: readonly T[]) => list.at(-1);
    expect(await hiddenRows.atEnd?.(leaking, choose)).toEqual({
      broken: expect.stringMatching(
        /^"Text" of the row \{"Note":1\} of "Notes" changed, which cy@x\.example does not see, and an answer to them from /,
      ),
    });
  });
});

async function worldOf(text: string): Promise<World> {
  const world = await World.open(loaded(text), memoryStore(), 0);
  await world.engine.add("Notes", [{ Note: 1, Text: "a" }]);
  return world;
}
