import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition } from "@tablewright/core";
import { sqliteStore } from "@tablewright/store-sqlite";
import { expect, test } from "vitest";
import { systemServices } from "../src/platform.ts";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";
import { start } from "./start.ts";

const definitionOf = (percent: number) => `
tablewright: 1
app: { id: a, name: A, owner: ann@example.com, history: { keep: 30d } }
tables:
  T:
    key: [K]
    columns:
      K: { type: Text }
      N: { type: Number }
      Off: { type: Number, formula: '[N] * ${percent} / 100' }
`;

test("a definition is tried on the history of a store, which stays as it is, and an old call is explained", async () => {
  const folder = folderOf({ "app.yaml": definitionOf(10), "new.yaml": definitionOf(20) });
  const [file, candidate] = [join(folder, "app.yaml"), join(folder, "new.yaml")];
  const path = join(folder, "rows.sqlite");
  const { output: definition } = loadDefinition(definitionOf(10));
  const store = await sqliteStore(path);
  const engine = await createEngine({
    definition: definition ?? expect.fail(),
    store,
    services: systemServices,
  });
  await engine.add("T", [{ K: "a", N: 50 }]);
  const edited = await engine.edit("T", [{ K: "a", N: 70 }]);
  await engine.edit("T", [{ K: "a", N: 0 }]);
  const id = (edited.ok && edited.call) || "";
  await engine.close();
  const address = ["--store", `sqlite:${path}`];
  const hash = () => createHash("sha256").update(readFileSync(path)).digest("hex");
  const before = hash();

  const same = await capture("backtest", file, ...address);
  expect(same).toMatchObject({ code: 0, err: "" });
  expect(same.out).toMatch(
    /^3 calls, from .*: none of 3 that were compared come to something else by .*app\.yaml\n$/u,
  );
  const other = await capture("backtest", candidate, ...address, "--limit", "1", "--on-disk");
  expect(other.code).toBe(1);
  expect(
    other.out
      .replace(folder, "") // first, as its name may look like a time
      .replaceAll(/\S+T\S+Z/gu, "TIME")
      .replaceAll(/call [\w-]{8,}/gu, "call ID"),
  ).toMatchInlineSnapshot(`
      "3 calls, from TIME to TIME: 2 of 3 that were compared come to something else by /new.yaml
        T.Off  2

      TIME  Add by ann@example.com (call ID)
        T 'a' Off: 5 → 10
        first, then:
          the formula of "Off": [N] * 10 / 100 → 5
            [N] * 10 → 500
              [N] → 50
        first, now:
          the formula of "Off": [N] * 20 / 100 → 10
            [N] * 20 → 1000
              [N] → 50

      1 more; --limit shows more of them
      "
    `);
  const tests = join(folder, "new.test.yaml");
  const written = await capture("backtest", candidate, ...address, "--write-tests", tests);
  expect(written.err).toContain("2 tests written to");
  expect(await capture("test", candidate, tests)).toMatchObject({ code: 0 });
  expect((await capture("test", file, tests)).code).toBe(1);
  expect((await capture("backtest", candidate, ...address, "--write-tests", tests)).code).toBe(2);
  const json = await capture("backtest", candidate, ...address, "--json", "--since", "2w");
  expect(JSON.parse(json.out)).toMatchObject({
    calls: 3,
    compared: 3,
    differing: 2,
    changed: { "T.Off": 2 },
  });
  expect(await capture("backtest", file, ...address, "--since", "2026-01-01T00:00:00Z")).toMatchObject({
    code: 0,
  });
  for (const since of ["yesterday", "2026-02-30", "2026-02-30T09:00:00Z"])
    expect(await capture("backtest", file, ...address, "--since", since)).toMatchObject({ code: 2 });
  expect((await capture("backtest", "--help")).out).toContain("(default: 30d)");
  expect(await capture("backtest", file, "--store", `sqlite:${path}.none`)).toMatchObject({
    code: 2,
    out: "",
  });

  const none = join(folder, "none.sqlite");
  await (await sqliteStore(none)).close();
  expect(await capture("backtest", file, "--store", `sqlite:${none}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining("history/no-definition"),
  });
  const why = await capture("why", "--call", id, ...address);
  expect(why.err).toBe("");
  expect(why.out).toContain('the formula of "Off"');
  expect(why.out).toContain("→ 70");
  expect(why.out).toMatch(/^accepted; its changes were kept$/mu);
  expect(await capture("why", "--call", "x", ...address)).toMatchObject({
    code: 1,
    err: expect.stringContaining('No changes of a call "x" are kept'),
  });
  expect(await capture("why", file)).toMatchObject({ code: 2, err: expect.stringContaining("--call") });
  expect(hash()).toBe(before);
});

test("tests are written of batches, with the keys that rows got", async () => {
  const drawn = (percent: number) =>
    definitionOf(percent).replace("K: { type: Text }", "K: { type: Text, initialValue: UNIQUEID() }");
  const folder = folderOf({ "app.yaml": drawn(10), "new.yaml": drawn(20) });
  const address = `sqlite:${join(folder, "rows.sqlite")}`;
  const engine = await createEngine({
    definition: loadDefinition(drawn(10)).output ?? expect.fail(),
    store: await sqliteStore(join(folder, "rows.sqlite")),
    services: systemServices,
  });
  const added = await engine.batch({
    calls: [
      { action: "Add", table: "T", rows: [{ N: 10 }, { N: 20 }] },
      { action: "Edit", table: "T", rows: [{ K: { $ref: "#/0/Rows/1/K" } as never, N: 30 }] },
      { action: "Add", table: "T", rows: [{ N: 40 }] },
    ],
  });
  expect(added.ok).toBe(true);
  await engine.close();
  const [candidate, tests] = [join(folder, "new.yaml"), join(folder, "new.test.yaml")];
  const written = await capture("backtest", candidate, "--store", address, "--write-tests", tests);
  expect(written).toMatchObject({ code: 1, err: expect.stringMatching(/^1 test written to \S+\n$/u) });
  expect(await capture("test", candidate, tests)).toMatchObject({ code: 0 });
  const failed = await capture("test", join(folder, "app.yaml"), tests);
  expect([failed.code, failed.out]).toEqual([1, expect.stringContaining('"Off":8')]);
});

/** A server with a shadow in a folder of its own, and what is written to it and read of it. */
async function serveWithShadow(...options: string[]) {
  const api = "history: { keep: 30d }, api: { accessKeys: [{ name: k, key: V2-k }] }";
  const definition = definitionOf(10).replace("history: { keep: 30d }", api);
  const folder = folderOf({ "app.yaml": definition, "new.yaml": definitionOf(20) });
  const [file, candidate] = [join(folder, "app.yaml"), join(folder, "new.yaml")];
  const address = `sqlite:${join(folder, "rows.sqlite")}`;
  const served = start("serve", file, "--port", "0", "--store", address, "--shadow", candidate, ...options);
  const url = /served at (\S+)/u.exec(await served.printed("curl "))?.[1];
  await expect.poll(() => served.errors()).toContain("a shadow follows the calls");
  const add = async (K: string) => {
    const answer = await fetch(`${url}/tables/T/Action`, {
      method: "POST",
      headers: { ApplicationAccessKey: "V2-k", "Content-Type": "application/json" },
      body: JSON.stringify({ Action: "Add", Properties: {}, Rows: [{ K, N: 50 }] }),
    });
    expect(answer.status).toBe(200);
  };
  return { ...served, add, file, definition };
}

test("a shadow follows the calls of a server, reports differences in the log and in metrics, and all at the end", async () => {
  const { add, child, code, errors, output } = await serveWithShadow("--metrics-port", "0");
  const metrics = /Metrics are at (\S+)/u.exec(output())?.[1] ?? "";
  const scrape = async () => (await fetch(metrics)).text();
  try {
    await add("a");
    await expect.poll(errors).toContain("something else by the shadow");
    const text = await scrape();
    expect(text).toContain("\ntablewright_shadow_compared 1\n");
    expect(text).toContain("\ntablewright_shadow_differing 1\n");
    expect(text).toMatch(/\ntablewright_shadow_behind_seconds [\d.e-]+\n/u);
  } finally {
    child.kill("SIGTERM");
  }
  expect(await code).toBe(0);
  expect(output()).toContain("1 of 1 that were compared comes to something else by");
  expect(errors()).not.toContain("no shadow any more");
});

test("a shadow goes on where the definition that serves is changed, and is started again where it is ended", async () => {
  const { add, child, code, errors, output, file, definition } = await serveWithShadow("--metrics-port", "0");
  const metrics = /Metrics are at (\S+)/u.exec(output())?.[1] ?? "";
  const up = async () => /^tablewright_shadow_up (\d)$/mu.exec(await (await fetch(metrics)).text())?.[1];
  try {
    await add("a");
    writeFileSync(file, definition.replace("* 10", "* 15"));
    await expect.poll(errors).toContain("the definition was read again");
    await add("b");
    await expect.poll(errors).toMatch(/"calls":2,"compared":2,"differing":2/u);
    expect(await up()).toBe("1");
    const [, pid] = /"process":(\d+)/u.exec(errors()) ?? [];
    process.kill(Number(pid), "SIGKILL");
    await expect
      .poll(errors)
      .toMatch(/"It was ended by SIGKILL\.".*"The shadow has ended and is started again\."/u);
    await expect.poll(up).toBe("1");
    await add("c");
    await expect.poll(errors).toMatch(/is started again[\s\S]*"calls":1,"compared":1,"differing":1/u);
  } finally {
    child.kill("SIGTERM");
  }
  expect(await code).toBe(0);
  expect(output()).toMatch(
    /2 of 2 that were compared [\s\S]*not looked at: calls since \S+ until \S+\n1 call, .*: 1 of 1 that/u,
  );
});

test.each([
  [
    "another application",
    definitionOf(20).replace("id: a", "id: b"),
    "sqlite:",
    'application "b" is not served. --shadow takes a changed definition of one that is: "a".',
  ],
  [
    "one without a history",
    definitionOf(20),
    "without history",
    'Write "history: { keep: 30d }" below "app"',
  ],
  ["rows in memory", definitionOf(20), "memory:", "A shadow reads the history in the store."],
])("there is no shadow of %s", async (_, candidate, store, error) => {
  const isKept = store !== "without history";
  const app = isKept ? definitionOf(10) : definitionOf(10).replace(", history: { keep: 30d }", "");
  const folder = folderOf({ "app.yaml": app, "new.yaml": candidate });
  const address = store !== "memory:" ? `sqlite:${join(folder, "rows.sqlite")}` : store;
  const [file, shadow] = [join(folder, "app.yaml"), join(folder, "new.yaml")];
  expect(await capture("serve", file, "--port", "0", "--store", address, "--shadow", shadow)).toMatchObject({
    code: 1,
    err: expect.stringContaining(error),
  });
});

const OBJECTS = `
tablewright: 1
app: { id: a, name: A, owner: ann@example.com, history: { keep: 30d } }
types: { Line: { sku: Text, q: Number } }
tables:
  T:
    key: [K]
    columns:
      K: { type: Text }
      N: { type: Number, validIf: "[_THIS] < 100" }
      Note: { type: Text }
      J: { type: Json }
      Lines: { type: List, of: Line }
      Off: { type: Number, formula: "[N] * 2" }
      All: { type: Json, formula: "[J]" }
rules:
  Told:
    table: T
    on: [edit]
    condition: "[N] > 50"
    steps: [{ webhook: { url: "https://x.example/", body: '{"n": <<[N]>>}' } }]
`;

test("the candidate passes the tests that are written, and the definition of then fails them", async () => {
  const folder = folderOf({ "app.yaml": OBJECTS });
  const [file, path] = [join(folder, "app.yaml"), join(folder, "rows.sqlite")];
  const engine = await createEngine({
    definition: loadDefinition(OBJECTS).output ?? expect.fail(),
    store: await sqliteStore(path),
    services: systemServices,
  });
  const row = { K: "a", N: 70, Note: "x", J: { x: [1, { y: null }] }, Lines: [{ sku: "s", q: 1 }] };
  for (const one of [row, { ...row, K: "b", N: 90 }])
    expect(await engine.add("T", [one])).toMatchObject({ ok: true });
  for (const [K, N] of [
    ["a", 71],
    ["b", 60],
    ["a", 30],
  ] as const)
    expect(await engine.edit("T", [{ K, N }])).toMatchObject({ ok: true });
  await engine.close();
  const candidates: readonly (readonly [from: string | RegExp, to: string, written: string, then: number])[] =
    [
      ["[N] * 2", "[N] * 3", "5 tests written", 1],
      ["[N] > 50", "[N] > 65", "1 test written", 1],
      ['{"n": <<[N]>>}', '{"m": <<[N]>>}', "2 tests written", 1],
      ["Note: { type: Text }", "Words: { type: Text, was: Note }", "2 tests written", 1],
      [
        /< 100(.*)\* 2/su,
        "< 80$1* 3",
        "1 test left out, which the candidate does not pass. The first: The row cannot",
        1,
      ],
      ["      Note: { type: Text }\n", "", "2 tests written", 1],
      ['"[J]"', '"[J].[x]"', "5 tests written", 1],
    ];
  for (const [at, [from, to, written, then]] of candidates.entries()) {
    const [candidate, tests] = [join(folder, `${at}.yaml`), join(folder, `${at}.tests.yaml`)];
    writeFileSync(candidate, OBJECTS.replace(from, to));
    const { err } = await capture("backtest", candidate, "--store", `sqlite:${path}`, "--write-tests", tests);
    expect(err).toContain(written);
    expect(await capture("test", candidate, tests)).toMatchObject({ code: 0, err: "" });
    expect((await capture("test", file, tests)).code).toBe(then);
  }
});

test("tables of another program are tables of the copies", async () => {
  const definition = definitionOf(10).replace("  T:\n", "  T:\n    source: goods\n");
  const folder = folderOf({ "app.yaml": definition });
  const path = join(folder, "rows.sqlite");
  const database = new DatabaseSync(path);
  database.exec("create table goods (K text primary key, N integer, Off integer)");
  database.close();
  const engine = await createEngine({
    definition: loadDefinition(definition).output ?? expect.fail(),
    store: await sqliteStore(path),
    services: systemServices,
  });
  const added = await engine.add("T", [{ K: "a", N: 50 }]);
  await engine.close();
  const report = await capture("backtest", join(folder, "app.yaml"), "--store", `sqlite:${path}`);
  expect(report).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringContaining("none of 1 that were compared"),
  });
  const id = (added.ok && added.call) || "";
  const why = await capture("why", "--call", id, "--store", `sqlite:${path}`);
  expect(why).toMatchObject({ code: 0, err: "", out: expect.stringContaining('the formula of "Off"') });
});
