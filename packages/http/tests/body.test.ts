/** How a body may be written, and what is said about one that is not. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { adapters } from "./adapters.ts";
import { call } from "./call.ts";
import { fakeEngine } from "./fake-engine.ts";

describe.each(adapters)("%s", (_, serve) => {
  const engine = fakeEngine();
  const server = serve({ engines: [engine] });

  const find = '{"Action":"Find"}';

  describe("media types", () => {
    test.each([
      "application/json",
      "application/json; charset=utf-8",
      'Application/JSON;charset="UTF-8"',
      "text/json",
      "application/x-json",
      "application/vnd.api+json",
      "application/problem+json; profile=x",
      "",
    ])("'%s' is read as JSON", async (type) => {
      expect((await call(server, { body: find, headers: { "content-type": type } })).status).toBe(200);
    });

    test.each([
      "text/plain",
      "text/csv",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "application/json-seq",
      "application/json; charset=utf-16",
      "json",
      "x/y z",
    ])("'%s' is not", async (type) => {
      const answer = await call(server, { body: find, headers: { "content-type": type } });
      expect([answer.status, answer.json.code]).toEqual([415, "request/media-type"]);
      expect(answer.json.detail).toContain(type);
    });
  });

  describe("encodings", () => {
    test.each<[string, Buffer]>([
      ["gzip", gzipSync(find)],
      ["GZIP", gzipSync(find)],
      ["x-gzip", gzipSync(find)],
      ["br", brotliCompressSync(find)],
      ["identity", Buffer.from(find)],
    ])("%s is undone", async (encoding, body) => {
      expect((await call(server, { body, headers: { "content-encoding": encoding } })).status).toBe(200);
    });

    test.each<[string, string, Buffer | string, number, string]>([
      ["an unknown encoding", "zstd", find, 415, "request/media-type"],
      ["several encodings", "gzip, br", find, 415, "request/media-type"],
      ["plain text called gzip", "gzip", find, 400, "request/unreadable-body"],
      ["plain text called br", "br", find, 400, "request/unreadable-body"],
      ["gzip cut short", "gzip", gzipSync(find).subarray(0, 20), 400, "request/unreadable-body"],
      ["gzip of nothing", "gzip", gzipSync(""), 400, "request/unreadable-body"],
      ["nothing called gzip", "gzip", "", 400, "request/unreadable-body"],
    ])("%s", async (_, encoding, body, status, code) => {
      const answer = await call(server, { body, headers: { "content-encoding": encoding } });
      expect([answer.status, answer.json.code]).toEqual([status, code]);
    });
  });

  describe("text", () => {
    test("a byte order mark is passed over", async () => {
      expect((await call(server, { body: `\uFEFF${find}` })).status).toBe(200);
    });

    test.each<[string, string | Buffer | undefined, string]>([
      ["no body", undefined, "it is empty"],
      ["an empty body", "", "it is empty"],
      ["white space", " \n ", "it is empty"],
      ["a lone byte order mark", "\uFEFF", "it is empty"],
      ["half a body", '{"Action": [', "ends too early"],
      ["a text without its end", '{\n  "Action": "Find', "at line 2, character 18"],
      ["a missing comma", '{"Action": "Find" "Rows": []}', "at line 1, character 19"],
      ["a stray character", '{\n  "Action": Find }', 'an unexpected "F"'],
      ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0x22]), "it is not UTF-8"],
      ["a list", "[]", "it is not an object"],
      ["a text", '"Find"', "it is not an object"],
      ["null", "null", "it is not an object"],
      ["properties that are text", '{"Action":"Find","Properties":"x"}', '"Properties" is not an object'],
      ["properties in a list", '{"Action":"Find","Properties":[]}', '"Properties" is not an object'],
      ["rows that are an object", '{"Action":"Add","Rows":{}}', '"Rows" is not a list'],
      ["a row that is text", '{"Action":"Add","Rows":[{},"x"]}', 'row 2 of its "Rows" is not an object'],
      ["a row that is null", '{"Action":"Add","Rows":[null]}', 'row 1 of its "Rows" is not an object'],
      ["a row that is a list", '{"Action":"Add","Rows":[[]]}', 'row 1 of its "Rows" is not an object'],
    ])("%s", async (_, body, words) => {
      const answer = await call(server, { body });
      expect([answer.status, answer.json.code]).toEqual([400, "request/unreadable-body"]);
      expect(answer.json.detail).toContain(words);
    });
  });

  describe("members", () => {
    test("names are found in any case, and what is sent reaches the engine", async () => {
      const rows = [{ "Order ID": 1, Note: null, Tags: ["a"] }];
      await call(server, { body: { action: "mark sent", ROWS: rows, properties: { Locale: "de-DE" } } });
      expect(engine.requests.at(-1)).toEqual({
        action: "mark sent",
        table: "Orders",
        rows,
        properties: { Locale: "de-DE" },
        accessKey: "test",
        reportFuel: expect.any(Function),
        wire: "spec",
        rowsAs: "json",
        turn: expect.anything(),
      });
    });

    test.each([{}, { Properties: null, Rows: null }, { Rows: [] }])(
      "%j is the same as nothing",
      async (rest) => {
        await call(server, { body: { Action: "Find", ...rest } });
        expect(engine.requests.at(-1)).toMatchObject({ rows: [], properties: {} });
      },
    );

    test.each([
      ["Row", "request/misspelt-member", 'Did you mean "Rows"?'],
      ["selector", "request/misplaced-property", 'Write { "Properties": { "Selector": … } }.'],
    ])("%s is an error: without it the call would do something else", async (name, code, hint) => {
      const answer = await call(server, { body: { Action: "Find", [name]: [], Extra: 1 } });
      expect([answer.status, answer.json.code]).toEqual([400, code]);
      expect(answer.json.detail).toContain(hint);
    });

    test("unknown ones are passed over with a warning", async () => {
      const answer = await call(server, { body: { Action: "Find", Extra: 1, "": 2 } });
      expect(answer.json.Warnings).toMatchObject([
        {
          code: "request/unknown-member",
          message: 'The member "Extra" of the body is not known and is ignored.',
        },
        { code: "request/unknown-member" },
      ]);
    });

    test("two that differ in case alone are one given twice", async () => {
      const answer = await call(server, { body: { action: "Delete", Action: "Find" } });
      expect([answer.status, answer.json.code]).toEqual([400, "request/duplicate-member"]);
      expect(answer.json.detail).toContain('The members "action" and "Action" of the body mean the same');
    });

    test.each<[string, unknown]>([
      ["no action", {}],
      ["a blank action", { Action: "" }],
      ["an action that is null", { Action: null }],
      ["an unknown action", { Action: "Fnid" }],
      ["an action that is a number", { Action: 5 }],
      ["an action in a list", { Action: ["Find"] }],
    ])("%s: the answer lists the actions there are", async (_, body) => {
      const answer = await call(server, { body });
      expect([answer.status, answer.json.code]).toEqual([400, "request/unknown-action"]);
      expect(answer.json.detail).toContain('"Add", "Edit", "Delete", "Find", "Mark Sent"');
    });

    test.each(["Add", "Edit", "Delete", "Mark Sent"])("%s without rows", async (action) => {
      const answer = await call(server, { body: { Action: action, Rows: [] } });
      expect([answer.status, answer.json.code]).toEqual([400, "request/rows-missing"]);
    });
  });
});
