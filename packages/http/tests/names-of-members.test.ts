/** Names of members that every object inherits, `__proto__` and `constructor`, are names like any other. */
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
      Data: { type: Json }
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

  test.each(["__proto__", "constructor", "toString"])(
    "cells of JSON have members %s, sent as objects or as texts",
    async (name) => {
      const server = serve({ engines: [await engineOf(DEFINITION)] });
      const ask = (body: string) => call(server, { app: "jobs", table: "Jobs", body });
      const data = `{"${name}":{"${name}":[{"${name}":1}],"z":{}}}`;
      const rows = [`{"Job":"a","Data":${data}}`, `{"Job":"b","Data":${JSON.stringify(data)}}`];
      expect((await ask(`{"Action":"Add","Rows":[${rows}]}`)).status).toBe(200);
      const { text } = await ask('{"Action":"Find"}');
      const cell = JSON.parse(text).Rows[0].Data;
      expect(JSON.parse(text).Rows[1].Data).toEqual(cell);
      expect(JSON.stringify(cell)).toBe(`{"${name}":{"${name}":[{"${name}":1}],"z":{}}}`);
      const batch = `{"Calls":[{"Table":"Jobs","Action":"Edit","Rows":[{"Job":"b","Data":${data}}]}],"__proto__":1}`;
      const { json } = await call(server, { url: "/api/v2/apps/jobs/batch", body: batch });
      expect([json.Answers.length, json.Warnings[0].code]).toEqual([1, "request/unknown-member"]);
      const { status } = await ask(`{"Action":"Edit","Rows":[{"Job":"a","Data":${JSON.stringify(cell)}}]}`);
      expect(status).toBe(200);
    },
  );

  test.each([
    ["the body", '{"Action":"Find","NAME":{}}', 200, "request/unknown-member"],
    ["Properties", '{"Action":"Find","Properties":{"NAME":1}}', 200, "request/unknown-member"],
    ["settings", '{"Action":"Find","Properties":{"UserSettings":{"NAME":"a"}}}', 200, undefined],
    ["a row", add('{"Job":"a","NAME":"c"}'), 400, "column/unknown"],
    ["a cell", add('{"Job":"a","Page":{"NAME":1}}'), 400, "cell/unreadable"],
    ["a cell twice", add('{"Job":"a","Data":{"NAME":"b","NAME":"c"}}'), 400, "request/duplicate-member"],
  ])("a member __proto__ of %s is treated as any other", async (_, body, status, code) => {
    const server = serve({ engines: [await engineOf(DEFINITION)] });
    const told = async (name: string) => {
      const answer = await call(server, { app: "jobs", table: "Jobs", body: body.replaceAll("NAME", name) });
      const { code, Warnings: warnings } = answer.json;
      return [answer.status, code ?? warnings?.[0].code];
    };
    for (const name of ["__proto__", "\\u005f_proto__", "other"])
      expect(await told(name)).toEqual([status, code]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
