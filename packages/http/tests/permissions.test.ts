/** What a key may do with the tables it reaches. */
import type { AccessKey } from "@tablewright/core";
import { describe, expect, test } from "vitest";
import { adapters } from "./adapters.ts";
import { call } from "./call.ts";
import { depot } from "./depot.ts";
import { fakeEngine, plainKey } from "./fake-engine.ts";

describe.each(adapters)("%s", (_, serve) => {
  const rows = [{ "Order ID": 1 }];

  test.each<[string, Partial<AccessKey>, object, number]>([
    ["everything", {}, { Action: "Delete", Rows: rows }, 200],
    ["a listed action", { actions: ["Find", "Mark Sent"] }, { Action: "Mark Sent", Rows: rows }, 200],
    ["a listed action in another case", { actions: ["find"] }, { Action: "FIND" }, 200],
    ["an action not listed", { actions: ["Find"] }, { Action: "Delete", Rows: rows }, 403],
    ["an action not listed, in another case", { actions: ["Find"] }, { Action: "delete", Rows: rows }, 403],
    ["an unknown action with a limited key", { actions: ["Find"] }, { Action: "Fnid" }, 403],
    ["no action with a limited key", { actions: ["Find"] }, {}, 400],
    ["no action at all listed", { actions: [] }, { Action: "Find" }, 403],
    ["a listed table", { tables: ["orders"] }, { Action: "Find" }, 200],
    ["a table not listed", { tables: ["Order Details"] }, { Action: "Find" }, 404],
    ["another identity", {}, { Action: "Find", Properties: { RunAsUserEmail: "a@b.example" } }, 200],
    [
      "another identity, forbidden",
      { runAs: false },
      { Action: "Find", Properties: { RunAsUserEmail: "a@b.example" } },
      403,
    ],
    [
      "in another case",
      { runAs: false },
      { Action: "Find", properties: { runasuseremail: "a@b.example" } },
      403,
    ],
    ["by user id", { runAs: false }, { Action: "Find", Properties: { UserId: "7" } }, 403],
  ])("%s", async (_, differences, body, status) => {
    const engine = fakeEngine({ accessKeys: [plainKey(differences)] });
    const answer = await call(serve({ engines: [engine] }), { body });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json.code).toBe("access/not-allowed");
    expect(engine.requests.length).toBe(status === 403 || status === 404 ? 0 : 1);
  });

  test("the error names the key, the action and the table", async () => {
    const engine = fakeEngine({ accessKeys: [plainKey({ name: "ci", actions: ["Find"] })] });
    const answer = await call(serve({ engines: [engine] }), { body: { Action: "Add" } });
    expect(answer.json.detail).toBe('"Add" on "Orders" is not allowed by the access key "ci".');
  });

  test.each<[tables: string[], status: number, detail?: string]>([
    [["Open Orders"], 200],
    [["Orders"], 404, 'There is no table or slice "open orders" in this application.'],
  ])("a key for %j asked for a slice of Orders", async (tables, status, detail) => {
    const engine = fakeEngine({ accessKeys: [plainKey({ tables })], slices: ["Open Orders"] });
    const answer = await call(serve({ engines: [engine] }), { table: "open%20orders" });
    expect(answer.status).toBe(status);
    expect(answer.json.detail).toBe(detail);
  });

  test.each<[tables: string[] | undefined, hint: string | undefined]>([
    [undefined, 'Did you mean "Order Details"?'],
    [["Orders"], undefined],
  ])("a key that reaches %j learns the names of no others", async (tables, hint) => {
    const engine = fakeEngine({ accessKeys: [plainKey({ tables })] });
    const answer = await call(serve({ engines: [engine] }), { table: "Order%20Detials" });
    expect(answer.json.errors[0].hint).toBe(hint);
  });

  test.each<[action: string, table: string, status: number, code: string | undefined]>([
    ["Close", "Jobs", 200, undefined],
    ["cLOSE", "Jobs", 200, undefined],
    ["Close", "Open%20Jobs", 200, undefined],
    ["Sweep", "Jobs", 403, "access/not-allowed"],
    ["sweep", "Jobs", 403, "access/not-allowed"],
    ["Drop", "Jobs", 403, "access/not-allowed"],
    [" Close", "Jobs", 403, "access/not-allowed"],
    ["Edit", "Jobs", 403, "access/not-allowed"],
    ["Close", "People", 404, "table/not-found"],
  ])("a key for Find and Close that calls %j on %s", async (action, table, status, code) => {
    const server = serve({ engines: [await depot()] });
    const body = { Action: action, Rows: [{ Job: 1 }] };
    const answer = await call(server, { app: "depot", key: "V2-jobs", table, body });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  test.each([
    ['FILTER("People", TRUE)', "name/unknown-table"],
    ['FILTER("Jobs", IN([Owner], SELECT(People[Email], TRUE)))', "name/unknown-table"],
    ['FILTER("Jobs", [Owner].[Name] = "Ann")', "name/unknown-column"],
  ])(
    "a Selector reaches no further than its key, in a Find or its explanation: %s",
    async (Selector, code) => {
      const server = serve({ engines: [await depot()] });
      const body = { Action: "Find", Properties: { Selector } };
      for (const path of ["Action", "explain"]) {
        const url = `/api/v2/apps/depot/tables/Jobs/${path}`;
        const answer = await call(server, { url, key: "V2-jobs", body });
        expect([answer.status, answer.json.code]).toEqual([400, code]);
      }
    },
  );

  test("an action that no call may name is refused to a key without limits as well", async () => {
    const body = { Action: "Drop", Rows: [{ Job: 1 }] };
    const server = serve({ engines: [await depot()] });
    const answer = await call(server, { app: "depot", key: "V2-all", table: "Jobs", body });
    expect([answer.status, answer.json.code]).toEqual([400, "request/unsupported-action"]);
  });
});
