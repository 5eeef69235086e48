/** Each check comes before the next: a request with every later error as well is refused for the first. */
import { describe, expect, test } from "vitest";
import { adapters } from "./adapters.ts";
import { type CallOptions, call } from "./call.ts";
import { fakeEngine, plainKey } from "./fake-engine.ts";

describe.each(adapters)("%s", (_, serve) => {
  const limited = plainKey({ name: "limited", key: "V2-limited", tables: ["Orders"], actions: ["Find"] });
  const engines = [
    fakeEngine({ accessKeys: [plainKey(), limited] }),
    fakeEngine({ id: "off", enabled: false }),
  ];
  const server = serve({ engines });

  const unreadable = { body: "{", headers: { "content-type": "application/json" } };

  describe("the first error in the promised order is the one reported", () => {
    test.each<[string, CallOptions, number, string]>([
      ["path", { url: "/api/v2/apps/x/tables/T/Act", key: null, body: "{" }, 404, "request/no-such-path"],
      [
        "path, with a body type that is not read",
        { url: "/nowhere", headers: { "content-type": "x" } },
        404,
        "request/no-such-path",
      ],
      ["method", { method: "PUT", app: "%20", key: null, body: "{" }, 405, "request/method"],
      ["app id", { app: "%20", key: null, body: "{" }, 400, "auth/missing-app"],
      ["no app id", { app: "", key: null, body: "{" }, 400, "auth/missing-app"],
      ["key present", { app: "nope", key: null, body: "{" }, 400, "auth/missing-key"],
      ["key not blank", { app: "nope", key: "  ", body: "{" }, 400, "auth/missing-key"],
      ["application", { app: "nope", key: "wrong", body: "{" }, 404, "app/not-found"],
      ["API enabled", { app: "off", key: "wrong", table: "Nope", body: "{" }, 403, "auth/api-disabled"],
      ["key", { key: "wrong", table: "Nope", body: "{" }, 403, "auth/wrong-key"],
      [
        "key, with a body type that is not read",
        { key: "wrong", headers: { "content-type": "text/csv" } },
        403,
        "auth/wrong-key",
      ],
      [
        "key, with a malformed body type",
        { key: "wrong", headers: { "content-type": "x" } },
        403,
        "auth/wrong-key",
      ],
      ["table", { table: "Nope", ...unreadable }, 404, "table/not-found"],
      [
        "table the key may reach",
        { key: "V2-limited", table: "Order%20Details", ...unreadable },
        404,
        "table/not-found",
      ],
      ["readable body", { key: "V2-limited", ...unreadable }, 400, "request/unreadable-body"],
      [
        "action the key may do",
        { key: "V2-limited", body: { Action: "Add", Rows: 5 } },
        403,
        "access/not-allowed",
      ],
      ["rows", { key: "V2-limited", body: { Action: "Find", Rows: 5 } }, 400, "request/unreadable-body"],
    ])("%s", async (_, options, status, code) => {
      const answer = await call(server, options);
      expect([answer.status, answer.json.code]).toEqual([status, code]);
    });

    test("a request without an error is carried out", async () => {
      const answer = await call(server, { key: "V2-limited" });
      expect([answer.status, answer.json]).toEqual([200, { Rows: [{ "Order ID": 1 }] }]);
    });
  });
});
