/** A definition that is changed while it is served: who may, what a trial says, and what a save leaves. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { folderOf } from "./folder.ts";
import { killableServer } from "./killable-server.ts";
import { start } from "./start.ts";

const DEFINITION = `# The shop.
tablewright: 1
app:
  id: shop
  name: Shop
  owner: owner@example.com
  history: { keep: 30d }
  api:
    accessKeys: # who calls
      - { name: maker, key: V2-maker, as: ann@example.com, editDefinition: true, tests: true }
      - { name: other, key: V2-other }
      - { name: named, key: V2-named, runAs: caller, editDefinition: true }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Text }
      Price: { type: Price, validIf: "[_THIS] >= 0" } # before tax
      Gross: { type: Price, virtual: true, formula: "[Price] * 2" }
      Saved: { type: Price, formula: >-
          [Price] + 1 } # kept
decisions:
  Off: { type: Number, parameters: { total: Number }, hit: first, rows: prices.csv }
`.replace("formula: >-\n          [Price] + 1 }", "formula: '[Price] + 1' }");

const TESTS = `
tests:
  gross is twice the price:
    given: { Orders: [{ Order: a, Price: 3 }] }
    when: [{ table: Orders, Action: Find, Rows: [{ Order: a }] }]
    expect: { rows: [{ Gross: 6 }] }
`;

interface Json extends Record<string, unknown> {
  readonly code?: string;
  readonly version?: string;
}

function open(options: readonly string[] = ["--edit-definition"], store?: string) {
  const folder = folderOf({
    "app.yaml": DEFINITION,
    "app.test.yaml": TESTS,
    "prices.csv": "total,Off\n>= 100,5\n-,0\n",
  });
  const file = join(folder, "app.yaml");
  const rows = store ?? join(folder, "rows.sqlite");
  const served = start(
    "serve",
    file,
    "--port",
    "0",
    "--store",
    `sqlite:${rows}`,
    "--wire",
    "typed",
    ...options,
  );
  const address = served.printed("curl ").then((text) => / served at (\S+)\n/u.exec(text)?.[1] ?? "");
  const ask = async (path: string, body?: object, key = "V2-maker") => {
    const sent = await fetch(`${await address}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ApplicationAccessKey: key, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: Json = { status: sent.status, ...((await sent.json()) as object) };
    return json;
  };
  address.catch(() => {}); // of a server that does not start
  const end = async () => {
    served.child.kill();
    await served.code;
  };
  return { file, folder, rows, ask, end, served };
}

/** What is wrong with a definition that was tried. */
function errorsOf({ diagnostics }: Json): readonly unknown[] {
  return (diagnostics as Json[]).filter(({ severity }) => severity === "error");
}

/** Every row of every table. */
function contents(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1").all();
  const all = names.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]);
  database.close();
  return JSON.stringify(all, (_, value) => (typeof value === "bigint" ? String(value) : value));
}

const gross = ["tables", "Orders", "columns", "Gross", "formula"];
const edit = (text: string | null, path: readonly string[] = gross) => [{ Path: path, Text: text }];

describe("a server that lets its definition be changed", () => {
  const { file, folder, rows, ask, end, served } = open();
  afterAll(end);
  const version = async () => (await ask("definition")).version;

  test("says who may, and shows parts without secrets", async () => {
    expect((await ask("caller")).rights).toContain("editDefinition");
    expect((await ask("caller", undefined, "V2-other")).rights).not.toContain("editDefinition");
    for (const [path, body] of [
      ["definition"],
      ["definition/try", {}],
      ["definition", {}],
      ["definition/rollback", {}],
    ] as const)
      expect(await ask(path, body, "V2-other")).toMatchObject({ status: 403, code: "access/not-allowed" });
    const shown = await ask("definition");
    expect(shown).toMatchObject({ file: "app.yaml", format: "yaml", tests: true, history: true });
    const formula = { path: gross, kind: "formula", isExpression: true, table: "Orders", column: "Gross" };
    expect(shown.parts).toContainEqual({ ...formula, text: "[Price] * 2", line: 19 });
    expect(JSON.stringify(shown)).not.toContain("V2-");
    expect(shown.versions).toMatchObject([{ version: shown.version }]);
  });

  test("tries a change: findings with their places, tests, rows and calls; nothing is written", async () => {
    await ask("tables/Orders/Action", {
      Action: "Add",
      Rows: [
        { Order: "a", Price: 10 },
        { Order: "b", Price: 50 },
      ],
    });
    const Version = await version();
    const before = contents(rows);
    const wrong = await ask("definition/try", { Version, Edits: edit("[Prise] *\n 3") });
    expect(wrong).toMatchObject({ status: 200, valid: false });
    expect(errorsOf(wrong)).toMatchObject([
      {
        code: "name/unknown-column",
        path: gross,
        edit: 0,
        at: { line: 1, character: 1 },
        start: 0,
        line: 19,
        isNew: true,
      },
    ]);
    const right = await ask("definition/try", {
      Version,
      Edits: [
        ...edit("[Price] * 3"),
        ...edit("[_THIS] < 20", ["tables", "Orders", "columns", "Price", "validIf"]),
        ...edit("[Price] + 2", ["tables", "Orders", "columns", "Saved", "formula"]),
      ],
      Include: ["tests", "rows", "calls"],
    });
    expect(right).toMatchObject({
      valid: true,
      tests: { ok: false, tests: [{ failures: [{ expected: "6", actual: "9" }] }] },
      rows: {
        tables: [
          {
            table: "Orders",
            rows: 2,
            differing: 2,
            columns: { Gross: 2, Saved: 2 },
            invalid: 1,
            examples: [
              { key: "a", changes: { Gross: { before: 20, after: 30 }, Saved: { before: 11, after: 12 } } },
              { key: "b" },
            ],
            invalidExamples: [{ key: "b", errors: [{ column: "Price", code: "rule/valid-if" }] }],
          },
        ],
        complete: true,
      },
      calls: { calls: 1, compared: 1, differing: 1, changed: { refusal: 1 }, complete: true },
    });
    expect(contents(rows)).toBe(before);
    expect(readFileSync(file, "utf8")).toBe(DEFINITION);
  });

  test("saves a change with comments, serves it, and gives the text of then back", async () => {
    const first = await version();
    const saved = await ask("definition", { Version: first, Edits: edit("[Price] * 4"), Note: "more" });
    expect(saved).toMatchObject({ status: 200, before: first });
    expect(readFileSync(file, "utf8")).toBe(DEFINITION.replace("[Price] * 2", "[Price] * 4"));
    const [row] = (await ask("tables/Orders/Action", { Action: "Find", Rows: [{ Order: "a" }] }))
      .Rows as Json[];
    expect(row).toMatchObject({ Gross: 40 });
    const shown = await ask("definition");
    expect(shown.version).toBe(saved.version);
    expect(shown.versions).toMatchObject([
      {
        version: saved.version,
        before: first,
        by: { user: "ann@example.com", accessKey: "maker" },
        note: "more",
      },
      { version: first },
    ]);
    expect(await ask("definition", { Version: first, Edits: edit("1") })).toMatchObject({
      status: 409,
      code: "edit/not-newest",
    });
    expect(await ask("definition?version=nothing")).toMatchObject({
      status: 404,
      code: "edit/unknown-version",
    });
    const old = await ask(`definition?version=${first}`);
    expect(old.parts).toContainEqual(expect.objectContaining({ path: gross, text: "[Price] * 2" }));
    expect(await ask("definition/try", { Version: saved.version, To: first })).toMatchObject({
      valid: true,
      version: first,
    });
    const back = await ask("definition/rollback", { Version: saved.version, To: first });
    expect(back).toMatchObject({ status: 200, version: first, before: saved.version });
    expect(readFileSync(file, "utf8")).toBe(DEFINITION);
    expect(((await ask("definition")).versions as Json[]).map((one) => one.version)).toEqual([
      first,
      saved.version,
      first,
    ]);
  });

  test("a text of then is restored, with the access keys and rights of now", async () => {
    const first = await version();
    const { version: next } = await ask("definition", { Version: first, Edits: edit("[Price] * 5") });
    const revoked = "      - { name: other, key: V2-other }\n";
    writeFileSync(file, readFileSync(file, "utf8").replace(revoked, ""));
    served.child.kill("SIGHUP");
    await expect.poll(version).not.toBe(next);
    const Version = await version();
    expect(await ask("definition/try", { Version, To: first })).toMatchObject({ valid: true });
    const back = await ask("definition/rollback", { Version, To: first });
    expect(back).toMatchObject({ status: 200, before: Version });
    expect(readFileSync(file, "utf8")).toBe(DEFINITION.replace(revoked, ""));
    expect(await ask("definition", undefined, "V2-other")).toMatchObject({ code: "auth/wrong-key" });
    writeFileSync(file, DEFINITION);
    served.child.kill("SIGHUP");
    await expect.poll(version).toBe(first);
  });

  test("a key whose calls have to name their user changes nothing without a user", async () => {
    const Version = await version();
    const change = { Version, Edits: edit("[Price] * 5") };
    for (const path of ["definition/try", "definition"])
      expect(await ask(path, change, "V2-named")).toMatchObject({ status: 400, code: "auth/no-identity" });
    const Properties = { RunAsUserEmail: "eve@example.com" };
    expect(await ask("definition", { ...change, Properties })).toMatchObject({ code: "access/not-allowed" });
    const saved = await ask("definition", { ...change, Properties }, "V2-named");
    const [newest] = (await ask("definition")).versions as Json[];
    const by = { user: "eve@example.com", accessKey: "named" };
    expect(newest).toMatchObject({ version: saved.version, by });
    await ask("definition/rollback", { Version: saved.version, To: Version });
  });

  test("of saves at once exactly one wins", async () => {
    const Version = await version();
    const all = await Promise.all(
      [3, 4, 5, 6].map((by) => ask("definition", { Version, Edits: edit(`[Price] * ${by}`) })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const won = all.find(({ status }) => status === 200);
    expect(await version()).toBe(won?.version);
    await ask("definition/rollback", { Version: won?.version, To: Version });
    expect(readFileSync(file, "utf8")).toBe(DEFINITION);
  });

  test("a definition with errors, a part that is none and a change of nothing write nothing", async () => {
    const Version = await version();
    const before = contents(rows);
    expect(await ask("definition", { Version, Edits: edit("[Prise]") })).toMatchObject({
      status: 400,
      code: "edit/has-errors",
      errors: [{ code: "edit/has-errors" }, { code: "name/unknown-column" }],
    });
    expect(await ask("definition", { Version, Edits: edit("1", ["app", "name"]) })).toMatchObject({
      status: 400,
      code: "edit/unknown-part",
    });
    expect(await ask("definition", { Version, Edits: edit("[Price] * 2") })).toMatchObject({
      status: 200,
      version: Version,
    });
    expect(await ask("definition", { Version, To: Version })).toMatchObject({
      status: 400,
      code: "request/unreadable-body",
    });
    expect(await ask("definition", { Version, Edits: Array(51).fill(edit("1")[0]) })).toMatchObject({
      status: 400,
      code: "limit/edits",
    });
    const table = "type: Number\nparameters: { total: Number }\nrows: /etc/passwd";
    const other = await ask("definition/try", { Version, Edits: edit(table, ["decisions", "Off"]) });
    expect(errorsOf(other)).toMatchObject([{ code: "decision/table-file", at: { line: 3, character: 7 } }]);
    const unreadable = await ask("definition/try", {
      Version,
      Edits: edit("type: Number\nrows: [", ["decisions", "Off"]),
    });
    expect(errorsOf(unreadable)).toMatchObject([{ code: "definition/unreadable", edit: 0, at: { line: 2 } }]);
    expect(errorsOf(unreadable)[0]).not.toHaveProperty("line");
    expect(JSON.stringify(other)).not.toContain("root:");
    expect(contents(rows)).toBe(before);
    expect(readFileSync(file, "utf8")).toBe(DEFINITION);
  });

  test("a file that was changed by hand is not overwritten, and is served", async () => {
    const Version = await version();
    const byHand = DEFINITION.replace("# The shop.", "# The shop, by hand.");
    writeFileSync(file, byHand);
    expect(await ask("definition", { Version, Edits: edit("[Price] * 9") })).toMatchObject({
      status: 409,
      code: "edit/not-newest",
    });
    expect(readFileSync(file, "utf8")).toBe(byHand);
    writeFileSync(file, byHand.replace("tables:", "tabels:"));
    expect(await ask("definition", { Version, Edits: edit("[Price] * 9") })).toMatchObject({
      status: 409,
      code: "edit/broken-file",
      detail: expect.stringMatching(/has an error in line \d+: .*tabels/u),
    });
    writeFileSync(file, byHand);
    served.child.kill("SIGHUP");
    await expect.poll(version).not.toBe(Version);
    const saved = await ask("definition", { Version: await version(), Edits: edit("[Price] * 2.5") });
    expect(saved.status).toBe(200);
    expect(readFileSync(file, "utf8")).toBe(byHand.replace("* 2", "* 2.5"));
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

test("of two servers with files of their own, the one with the older file saves nothing until its file is replaced", async () => {
  const one = open();
  const first = (await one.ask("definition")).version;
  const other = open(["--edit-definition"], one.rows);
  expect((await other.ask("definition")).version).toBe(first);
  expect((await one.ask("definition", { Version: first, Edits: edit("[Price] * 3") })).status).toBe(200);
  const late = { Version: first, Edits: edit("[Price] * 4") };
  expect(await other.ask("definition", late)).toMatchObject({ status: 409, code: "edit/not-newest" });
  expect(readFileSync(other.file, "utf8")).toBe(DEFINITION);
  writeFileSync(other.file, readFileSync(one.file));
  other.served.child.kill("SIGHUP");
  await expect.poll(async () => (await other.ask("definition")).version).not.toBe(first);
  const { version: Version } = await other.ask("definition");
  expect((await other.ask("definition", { ...late, Version })).status).toBe(200);
  await one.end();
  await other.end();
});

test("without the option nothing is shown and nothing changed", async () => {
  const { ask, end, file } = open([]);
  expect((await ask("caller")).rights).not.toContain("editDefinition");
  for (const [path, body] of [["definition"], ["definition", { Version: "", Edits: [] }]] as const)
    expect(await ask(path, body)).toMatchObject({ status: 404, code: "edit/not-enabled" });
  expect(readFileSync(file, "utf8")).toBe(DEFINITION);
  await end();
});

test("a server that changes nothing, and a file that cannot be written, are refused with words", async () => {
  const { served } = open(["--edit-definition", "--read-only"]);
  expect(await served.code).toBe(1);
  expect(served.errors()).toContain("--read-only changes nothing: leave one of them out");
});

test("a server that is killed while it saves leaves the old file or the new one, whole", async () => {
  const folder = folderOf({ "app.yaml": DEFINITION, "prices.csv": "total,Off\n-,0\n" });
  const file = join(folder, "app.yaml");
  let by = 2;
  for (let round = 0; round < 4; round++) {
    const { address, kill } = await killableServer(
      {},
      file,
      `sqlite:${join(folder, "rows.sqlite")}`,
      "--edit-definition",
    );
    const headers = { ApplicationAccessKey: "V2-maker", "content-type": "application/json" };
    const { version } = (await (await fetch(`${address}/definition`, { headers })).json()) as Json;
    const body = JSON.stringify({ Version: version, Edits: edit(`[Price] * ${by + 1}`) });
    const saving = fetch(`${address}/definition`, { method: "POST", headers, body }).then(
      ({ status }) => status,
      () => undefined,
    );
    if (round % 2 === 1) await Promise.race([saving, new Promise((done) => setTimeout(done, round * 12))]);
    await kill();
    const status = await saving;
    const text = readFileSync(file, "utf8");
    const [, now = ""] = /formula: "\[Price\] \* (\d+)"/u.exec(text) ?? [];
    expect(text).toBe(DEFINITION.replace("[Price] * 2", `[Price] * ${now}`));
    expect([by, by + 1]).toContain(Number(now));
    if (status === 200) expect(Number(now)).toBe(by + 1);
    by = Number(now);
  }
});
