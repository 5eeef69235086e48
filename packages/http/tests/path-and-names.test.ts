/** What the path may look like and which table it names. */
import { describe, expect, test } from "vitest";
import { adapters } from "./adapters.ts";
import { type CallOptions, call } from "./call.ts";
import { appId, fakeEngine } from "./fake-engine.ts";

describe.each(adapters)("%s", (_, serve) => {
  const long = "L".repeat(300);
  const tables = ["Order Details", "a+b", "100%", "a%20b", "A/B", "Zażółć 🚢", "x?y#z", "Same", "SAME", long];
  const engine = fakeEngine({ tables, slices: ["Open Orders"] });
  const server = serve({ engines: [engine] });

  test.each<[string, string]>([
    ["Order%20Details", "Order Details"],
    ["order%20DETAILS", "Order Details"],
    ["a+b", "a+b"],
    ["a%2Bb", "a+b"],
    ["100%25", "100%"],
    ["a%2520b", "a%20b"],
    ["A%2FB", "A/B"],
    ["A%2fB", "A/B"],
    [encodeURIComponent("Zażółć 🚢"), "Zażółć 🚢"],
    [encodeURIComponent("ZAŻÓŁĆ 🚢"), "Zażółć 🚢"],
    [encodeURIComponent("Zażółć 🚢".normalize("NFD")), "Zażółć 🚢"],
    ["x%3Fy%23z", "x?y#z"],
    ["Same", "Same"],
    ["SAME", "SAME"],
    ["open%20Orders", "Open Orders"],
    [long, long],
  ])("%s in the path names the table or slice %s", async (table, name) => {
    const answer = await call(server, { table });
    expect(answer.status).toBe(200);
    expect(engine.requests.at(-1)?.table).toBe(name);
  });

  test.each<[string, CallOptions, number, string]>([
    ["a table that differs from two in case", { table: "same" }, 404, "table/not-found"],
    ["no table", { table: "" }, 404, "table/not-found"],
    ["a space written as plus", { table: "Order+Details" }, 404, "table/not-found"],
    ["a name escaped twice", { table: "Order%2520Details" }, 404, "table/not-found"],
    ["an escape without digits", { table: "100%" }, 400, "request/path"],
    ["an escape with wrong digits", { table: "%zz" }, 400, "request/path"],
    ["an escape that is not UTF-8", { table: "%ff" }, 400, "request/path"],
    ["the prototype's name", { table: "__proto__" }, 404, "table/not-found"],
    ["another path", { url: "/" }, 404, "request/no-such-path"],
    [
      "a path below the action",
      { url: `/api/v2/apps/${appId}/tables/Same/Action/x` },
      404,
      "request/no-such-path",
    ],
  ])("%s", async (_, options, status, code) => {
    const answer = await call(server, options);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  const right = `/api/v2/apps/${appId}/tables/Same/Action`;
  const written = "/api/v2/apps/{appId}/tables/{tableName}/Action";

  test.each([
    [`${right}/`, written],
    [`${right}//`, written],
    [right.replace("Action", "action"), written],
    [right.replace("/api/v2/apps/", "/API/V2/Apps/"), written],
    [`/api/v2/apps/${appId}/Tables/`, "/api/v2/apps/{appId}/tables"],
    ["/Healthz", "/healthz"],
    ["/api/v2/apps/shop/caler", "/api/v2/apps/{appId}/caller"],
    ["/api/v2/app/shop/tables", "/api/v2/apps/{appId}/tables"],
    [right.replace("Action", "Acton"), written],
    ["/openapi.jso", "/openapi.json"],
  ])("%s is answered with the path to write", async (url, instead) => {
    const { status, json } = await call(server, { url });
    expect([status, json.code]).toEqual([404, "request/no-such-path"]);
    expect(json.errors[0].hint).toContain(`Write "${instead}". `);
  });

  test.each(["/", "/api", `${right}/x`])("%s is answered with where calls go", async (url) => {
    const { json } = await call(server, { url });
    expect(json.errors[0].hint).toBe("Calls go to POST /api/v2/apps/{appId}/tables/{tableName}/Action.");
  });

  test.each(["text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded"])(
    "a body of type %s is answered with the header to send",
    async (type) => {
      const { status, json } = await call(server, { table: "Same", headers: { "content-type": type } });
      expect([status, json.errors[0].hint]).toEqual([
        415,
        'Send the header "Content-Type: application/json".',
      ]);
    },
  );

  test("the id of an application is found in any case", async () => {
    expect((await call(server, { app: appId.toUpperCase(), table: "a+b" })).status).toBe(200);
  });

  test("two applications of one id cannot be served", () => {
    const both = [fakeEngine({ id: "crm" }), fakeEngine({ id: "CRM" })];
    expect(() => serve({ engines: both })).toThrow("Every application needs another id: crm, CRM.");
  });

  test.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PROPFIND", "QUERY"])(
    "%s is not answered, and the answer says what is",
    async (method) => {
      const answer = await call(server, { method, key: null, body: undefined });
      expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
      if (method !== "HEAD") expect(answer.json.code).toBe("request/method");
    },
  );

  test.each<[string, number]>([
    ["/healthz", 200],
    ["/readyz", 200],
  ])("%s answers a GET and a HEAD, and nothing else", async (url, status) => {
    expect((await call(server, { url, method: "GET", body: undefined })).status).toBe(status);
    expect((await call(server, { url, method: "HEAD", body: undefined })).status).toBe(status);
    const answer = await call(server, { url });
    expect([answer.status, answer.headers.allow]).toEqual([405, "GET, HEAD"]);
  });
});
