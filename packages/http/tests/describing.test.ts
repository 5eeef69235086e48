/** The routes beside the calls: what there is, what it holds, how a Find is carried out; in the order of checks of a call. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { depot, HOSTILE, listening } from "./depot.ts";

let served: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  served = await listening({
    engines: [await depot(), await depot("off", false)],
    limits: { wrongKeys: 1_000 },
  });
});
afterAll(() => served.close());

const base = "/api/v2/apps/depot";
const schemaOf = (table: string) => `${base}/tables/${encodeURIComponent(table)}/schema`;
const explain = (table: string) => `${base}/tables/${encodeURIComponent(table)}/explain`;
const find = (selector: string) => ({ Action: "Find", Properties: { Selector: selector } });

describe.each<[route: string, method: string, path: (app: string) => string]>([
  ["tables", "GET", (app) => `/api/v2/apps/${app}/tables`],
  ["schema", "GET", (app) => `/api/v2/apps/${app}/tables/Jobs/schema`],
  ["caller", "GET", (app) => `/api/v2/apps/${app}/caller`],
  ["explain", "POST", (app) => `/api/v2/apps/${app}/tables/Jobs/explain`],
  ["openapi.json", "GET", (app) => `/api/v2/apps/${app}/openapi.json`],
])("%s", (_, method, path) => {
  const body = method === "POST" ? {} : undefined;

  test.each<[string, string, string | null, number, string]>([
    ["no application", "%20", null, 400, "auth/missing-app"],
    ["no key", "nope", null, 400, "auth/missing-key"],
    ["an unknown application", "nope", "wrong", 404, "app/not-found"],
    ["an application whose API is off", "off", "wrong", 403, "auth/api-disabled"],
    ["a wrong key", "depot", "wrong", 403, "auth/wrong-key"],
    ["an expired key", "depot", "V2-old", 403, "auth/wrong-key"],
    ["a disabled key", "depot", "V2-off", 403, "auth/wrong-key"],
  ])("%s is refused", async (_, app, key, status, code) => {
    const answer = await served.ask(path(app), { method, key, body });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
  });

  test("an application in any case, and the key in the query", async () => {
    const answer = await served.ask(`${path("DEPOT")}?ApplicationAccessKey=V2-all`, {
      method,
      key: null,
      body,
    });
    expect(answer.status).toBe(200);
    expect([answer.headers.get("cache-control"), answer.headers.get("x-content-type-options")]).toEqual([
      "no-store",
      "nosniff",
    ]);
  });

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter((other) => other !== method))(
    "%s is not answered, and the answer says what is",
    async (other) => {
      const answer = await served.ask(path("depot"), { method: other });
      const allowed = method === "GET" ? "GET, HEAD" : method;
      expect([answer.status, answer.headers.get("allow"), answer.json.code]).toEqual([
        405,
        allowed,
        "request/method",
      ]);
    },
  );
});

test.each([
  ["V2-all", { accessKey: "all", rights: ["history", "changes", "trace"], isLimited: false }],
  ["V2-jobs", { accessKey: "jobs", rights: ["history", "changes"], isLimited: true }],
  ["V2-blind", { accessKey: "blind", rights: [], isLimited: true }],
])("%s is told for whom it speaks and what it may do", async (key, expected) => {
  const { json } = await served.ask(`${base}/caller`, { key });
  expect(json).toEqual({ user: "owner@example.com", mayNameUser: true, ...expected });
});

describe("tables", () => {
  test("all tables and slices in the order of the definition", async () => {
    const { json } = await served.ask(`${base}/tables`);
    expect(json).toEqual({
      app: { id: "depot", name: "Depot" },
      tables: [
        { name: "People", key: ["Email"], label: "Name" },
        { name: "Jobs", key: ["Job"], label: "Title" },
        { name: HOSTILE, key: ['X "1"', "Y/2"], label: 'X "1"' },
        { name: "Log", key: ["Line"], label: "Line" },
      ],
      slices: [{ name: "Open Jobs", table: "Jobs" }],
      rights: [],
    });
  });

  test("a limited key sees what it reaches", async () => {
    const { json } = await served.ask(`${base}/tables`, { key: "V2-jobs" });
    expect(json.tables).toEqual([{ name: "Jobs", key: ["Job"], label: "Title" }]);
    expect(json.slices).toEqual([{ name: "Open Jobs", table: "Jobs" }]);
  });

  test("a HEAD has the answer's head", async () => {
    const answer = await served.ask(`${base}/tables`, { method: "HEAD" });
    expect([answer.status, answer.json]).toEqual([200, undefined]);
  });
});

describe("schema", () => {
  test.each(["Nope", "__proto__", "jobs/", "Jobs'--"])("there is no table %s", async (table) => {
    const answer = await served.ask(schemaOf(table));
    expect([answer.status, answer.json.code]).toEqual([404, "table/not-found"]);
  });

  test("a table that the key does not reach is answered as one that there is not, and not suggested either", async () => {
    const refused = await served.ask(schemaOf("People"), { key: "V2-jobs" });
    expect([refused.status, refused.json.code]).toEqual([404, "table/not-found"]);
    const unknown = await served.ask(schemaOf("Peoble"), { key: "V2-jobs" });
    expect([unknown.status, JSON.stringify(unknown.json)]).toEqual([
      404,
      expect.not.stringContaining("People"),
    ]);
  });

  test("a table", async () => {
    const { json } = await served.ask(schemaOf("JOBS"));
    expect(json).toMatchObject({
      name: "Jobs",
      key: ["Job"],
      label: "Title",
      updates: ["add", "edit", "delete"],
      actions: [
        { name: "Close", type: "set", invocable: true },
        { name: "Drop", type: "deleteRow", invocable: false },
        { name: "Sweep", type: "run", invocable: false },
      ],
      slices: ["Open Jobs"],
    });
    const column = (name: string) => json.columns.find((one: { name: string }) => one.name === name);
    expect(json.columns.map(({ name }: { name: string }) => name).slice(0, 10)).toEqual([
      ...["Job", "Title", "Owner", "State", "Due", "Hours", "Urgent", "Tags", "Changed", "Late"],
    ]);
    expect(column("Job")).toMatchObject({ json: "integer", key: true, required: true, min: 1, max: 999 });
    expect(column("Title")).toMatchObject({
      required: true,
      label: true,
      description: "What is to be done.",
    });
    expect(column("Owner")).toMatchObject({ type: "Ref", json: "string", table: "People", writable: true });
    expect(column("State")).toMatchObject({
      values: ["Open", "Closed"],
      required: true,
      hasInitialValue: true,
    });
    expect(column("Due")).toMatchObject({ type: "Date", json: "string", min: "2020-01-01", required: false });
    expect(column("Hours")).toMatchObject({ json: "number", required: "expression" });
    expect(column("Tags")).toMatchObject({ json: "array", items: "string", allowOtherValues: true });
    expect(column("Changed")).toMatchObject({ computed: true, virtual: false, writable: false });
    expect(column("Late")).toMatchObject({ json: "boolean", computed: true, virtual: true, writable: false });
  });

  test("nothing of filters and formulas is described", async () => {
    const { json } = await served.ask(schemaOf("Jobs"));
    expect(JSON.stringify(json)).not.toMatch(/USEREMAIL|TODAY/);
  });

  test("a slice has the columns it shows and takes what it and its table take", async () => {
    const { json } = await served.ask(schemaOf("open jobs"));
    expect(json).toMatchObject({ name: "Open Jobs", sliceOf: "Jobs", key: ["Job"], updates: ["edit"] });
    expect(json.columns.map(({ name }: { name: string }) => name)).toEqual(["Job", "Title", "Due"]);
  });

  test("updates that an expression decides", async () => {
    expect((await served.ask(schemaOf("Log"))).json.updates).toBe("expression");
  });

  test("a name with quotes, a slash, braces and an emoji", async () => {
    const { status, json } = await served.ask(schemaOf(HOSTILE));
    expect([status, json.name, json.key]).toEqual([200, HOSTILE, ['X "1"', "Y/2"]]);
  });

  test("a limited key learns no name of a table, and only the changes it may make", async () => {
    const { json } = await served.ask(schemaOf("Jobs"), { key: "V2-jobs" });
    expect(JSON.stringify(json)).not.toContain("People");
    expect(json.updates).toEqual([]);
    expect(json.actions.map(({ name }: { name: string }) => name)).toEqual(["Close"]);
  });
});

describe("explain", () => {
  test("the plan of a Find, with or without its action", async () => {
    const selector = 'TOP(ORDERBY(FILTER("Jobs", AND([State] = "Open", [Hours] > 1)), [Due], TRUE), 2)';
    const { status, json } = await served.ask(explain("Jobs"), { method: "POST", body: find(selector) });
    expect(status).toBe(200);
    expect(json).toMatchObject({ table: "Jobs", shape: "plan", limit: 2, store: { name: "memory" } });
    expect(json.conditions.map(({ text }: { text: string }) => text)).toEqual([
      '[State] = "Open"',
      "[Hours] > 1",
    ]);
    expect(json.order).toEqual([{ text: "[Due]", descending: true }]);
    const { Properties } = find(selector);
    const without = await served.ask(explain("Jobs"), { method: "POST", body: { Properties } });
    expect(without.json).toEqual(json);
  });

  test("a Find by keys", async () => {
    const body = { Action: "find", Rows: [{ Job: 1 }] };
    const { json } = await served.ask(explain("Jobs"), { method: "POST", body });
    expect(json).toMatchObject({ shape: "keys", conditions: [] });
  });

  test("warnings stand beside it", async () => {
    const body = { Extra: 1, Properties: { Theme: "dark" } };
    const { status, json } = await served.ask(explain("Jobs"), { method: "POST", body });
    expect([status, json.warnings.map(({ code }: { code: string }) => code)]).toEqual([
      200,
      ["request/unknown-member", "request/unknown-member"],
    ]);
  });

  test.each<[string, unknown, number, string]>([
    ["another action", { Action: "Add", Rows: [{ Job: 9 }] }, 400, "request/unknown-action"],
    ["a Selector with an error", find("FILTER(Jobs, [Stat] = 1)"), 400, "name/unknown-column"],
    [
      "a Selector with a list in parentheses",
      find('FILTER(Jobs, IN([State], ("Open", "Closed")))'),
      400,
      "syntax/operator-expected",
    ],
    ["a Selector that is no text", { Properties: { Selector: 7 } }, 400, "request/property"],
    ["a body that is no object", [], 400, "request/unreadable-body"],
    ["rows that are no list", { Rows: 5 }, 400, "request/unreadable-body"],
  ])("%s is refused", async (_, body, status, code) => {
    const answer = await served.ask(explain("Jobs"), { method: "POST", body });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  test("a key that may not Find, or not reach the table", async () => {
    const quiet = await served.ask(explain("Jobs"), { method: "POST", key: "V2-quiet", body: {} });
    expect([quiet.status, quiet.json.code]).toEqual([403, "access/not-allowed"]);
    const jobs = await served.ask(explain("People"), { method: "POST", key: "V2-jobs", body: {} });
    expect([jobs.status, jobs.json.code]).toEqual([404, "table/not-found"]);
  });

  test("a limited key is not told the filter of a slice", async () => {
    const all = await served.ask(explain("Open Jobs"), { method: "POST", body: {} });
    expect(all.json.conditions).toMatchObject([{ text: '[State] = "Open"' }]);
    const limited = await served.ask(explain("Open Jobs"), { method: "POST", key: "V2-jobs", body: {} });
    expect(limited.json).toMatchObject({ slice: "Open Jobs", conditions: [], store: { name: "memory" } });
  });

  test("a name with quotes, a slash, braces and an emoji", async () => {
    const { status, json } = await served.ask(explain(HOSTILE), { method: "POST", body: {} });
    expect([status, json.table]).toEqual([200, HOSTILE]);
  });
});

describe("openapi.json without an application in the path", () => {
  test("where there are several applications it names none", async () => {
    const answer = await served.ask("/openapi.json");
    expect([answer.status, answer.json.code]).toEqual([400, "auth/missing-app"]);
  });

  test.each<[string | null, number]>([
    ["V2-all", 200],
    ["wrong", 403],
    [null, 400],
  ])("where there is one, the key %j gets %i", async (key, status) => {
    const one = await listening({ engines: [await depot()] });
    const answer = await one.ask("/openapi.json", { key });
    const other = await one.ask("/openapi.json", { method: "POST" });
    await one.close();
    expect(answer.status).toBe(status);
    expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
