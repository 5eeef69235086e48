import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createEngine, loadDefinition } from "@tablewright/core";
import { sqliteStore } from "@tablewright/store-sqlite";
import { expect, test } from "vitest";
import { systemServices } from "../src/system-services.ts";
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

test("a definition is tried on the history of a store, which stays as it is, and an old call is told why", async () => {
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
      .replaceAll(/\S+T\S+Z/gu, "TIME")
      .replaceAll(/call [\w-]{8,}/gu, "call ID")
      .replace(folder, ""),
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
  expect(await capture("backtest", file, ...address, "--since", "yesterday")).toMatchObject({ code: 2 });
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
  expect(await capture("why", "--call", "x", ...address)).toMatchObject({
    code: 1,
    err: expect.stringContaining('No changes of a call "x" are kept'),
  });
  expect(await capture("why", file)).toMatchObject({ code: 2, err: expect.stringContaining("--call") });
  expect(hash()).toBe(before);
});

test("a shadow follows the calls of a server, tells of differences in the log and of all at the end", async () => {
  const api = "history: { keep: 30d }, api: { accessKeys: [{ name: k, key: V2-k }] }";
  const folder = folderOf({
    "app.yaml": definitionOf(10).replace("history: { keep: 30d }", api),
    "new.yaml": definitionOf(20),
    "other.yaml": definitionOf(20).replace("id: a", "id: b"),
  });
  const [file, shadow] = [join(folder, "app.yaml"), join(folder, "new.yaml")];
  const serve = ["serve", file, "--port", "0", "--shadow"];
  expect(await capture(...serve, join(folder, "other.yaml"))).toMatchObject({
    code: 1,
    err: expect.stringContaining('The application "b" is not served.'),
  });
  const served = start(...serve, shadow);
  try {
    const address = /served at (\S+)/u.exec(await served.printed("curl "))?.[1];
    await expect.poll(() => served.errors()).toContain("started");
    const answer = await fetch(`${address}/tables/T/Action`, {
      method: "POST",
      headers: { ApplicationAccessKey: "V2-k", "Content-Type": "application/json" },
      body: JSON.stringify({ Action: "Add", Properties: {}, Rows: [{ K: "a", N: 50 }] }),
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => served.errors(), { timeout: 20_000 }).toContain("something else by the shadow");
  } finally {
    served.child.kill("SIGTERM");
  }
  expect(await served.code).toBe(0);
  expect(served.output()).toContain("1 of 1 that were compared comes to something else by");
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
  expect(await engine.add("T", [{ K: "a", N: 50 }])).toMatchObject({ ok: true });
  await engine.close();
  const report = await capture("backtest", join(folder, "app.yaml"), "--store", `sqlite:${path}`);
  expect(report).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringContaining("none of 1 that were compared"),
  });
});
