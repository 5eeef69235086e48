/** A column may have the name of a member that bodies are refused for: then rows have it, and nothing else of a body does. */
import { describe, expect, test } from "vitest";
import { adapters } from "./adapters.ts";
import { call } from "./call.ts";
import { engineOf } from "./engine-of.ts";

const DEFINITION = `
tablewright: 1
app: { id: jobs, name: Jobs, owner: o@example.com, api: { enabled: true, accessKeys: [{ name: test, key: V2-right }] } }
tables:
  Jobs:
    key: [Job]
    columns:
      Job: { type: Text }
      Constructor: { type: Text }
      toString: { type: Text }
      Page: { type: Url }
`;

const add = (row: string) => `{"Action":"Add","Rows":[${row}]}`;

describe.each(adapters)("%s", (_, serve) => {
  test("rows are added, edited and found by a column called constructor", async () => {
    const server = serve({ engines: [await engineOf(DEFINITION)] });
    const ask = (body: unknown) => call(server, { app: "jobs", table: "Jobs", body });
    const rows = Array.from({ length: 3_000 }, (_, at) => ({
      Job: `job ${at}`,
      constructor: `one ${at}`,
      toString: "s",
    }));
    expect((await ask({ Action: "Add", Rows: rows })).status).toBe(200);
    expect((await ask({ Action: "Edit", rows: [{ Job: "job 7", Constructor: "two" }] })).status).toBe(200);
    const selector = 'FILTER("Jobs", IN([Constructor], LIST("two", "one 8")))';
    const { json } = await ask({ Action: "Find", Properties: { Selector: selector } });
    expect(json.Rows.map((row: Record<string, unknown>) => [row.Job, row.Constructor, row.toString])).toEqual(
      [
        ["job 7", "two", "s"],
        ["job 8", "one 8", "s"],
      ],
    );
    const more = { Table: "Jobs", Action: "Add", rows: [{ Job: "last", constructor: "three" }] };
    const url = "/api/v2/apps/jobs/batch";
    const { json: answer } = await call(server, { url, body: { calls: [more] } });
    expect(answer.Answers[0].Rows[0].Constructor).toBe("three");
  });

  test.each([
    ["the body", '{"Action":"Find","constructor":{}}', "request/unsafe-member"],
    ["Properties", '{"Action":"Find","Properties":{"constructor":1}}', "request/unsafe-member"],
    [
      "settings",
      '{"Action":"Find","Properties":{"UserSettings":{"constructor":1}}}',
      "request/unsafe-member",
    ],
    ["a list of settings", '{"Properties":{"a":[{"constructor":1}]}}', "request/unsafe-member"],
    ["a cell", add('{"Job":"a","Page":{"constructor":1}}'), "request/unsafe-member"],
    ["a row that is no row", '{"Action":"Add","Rows":{"a":{"constructor":1}}}', "request/unsafe-member"],
    ["a later object", `{"Rows":[{"constructor":1}],"Q":[{"constructor":1}]}`, "request/unsafe-member"],
    ["calls", '{"Calls":[{"constructor":1,"Rows":[]}]}', "request/unsafe-member"],
    ["a cell of a call", `{"Calls":[${add('{"Page":{"constructor":1}}')}]}`, "request/unsafe-member"],
    ["calls that are no list", `{"Calls":{"a":${add('{"constructor":1}')}}}`, "request/unsafe-member"],
    ["a row, twice", add('{"Job":"a","constructor":"b","constructor":"c"}'), "column/twice"],
    ["a row, as __proto__", add('{"Job":"a","constructor":"b","__proto__":"c"}'), "request/unsafe-member"],
  ])("in %s the name is refused as ever", async (_, body, code) => {
    const server = serve({ engines: [await engineOf(DEFINITION)] });
    const { status, json } = await call(server, { app: "jobs", table: "Jobs", body });
    expect([status, json.code]).toEqual([400, code]);
  });
});
