/** Which keys open an application, where they may stand, and that they are never written down. */
import { createHash } from "node:crypto";
import type { AccessKey } from "@tablewright/core";
import { describe, expect, test } from "vitest";
import { createLogger, createServer } from "../src/index.ts";
import { adapters } from "./adapters.ts";
import { type CallOptions, call } from "./call.ts";
import { appId, fakeEngine, plainKey } from "./fake-engine.ts";

const today = Date.parse("2026-06-01T12:00:00Z");
const digest = createHash("sha256").update("V2-right").digest("hex");

const path = `/api/v2/apps/${appId}/tables/Orders/Action`;

describe.each(adapters)("%s", (_, serve) => {
  test.each<[string, Partial<AccessKey>, number]>([
    ["plain", {}, 200],
    ["kept as SHA-256", { key: undefined, sha256: digest }, 200],
    ["SHA-256 in capitals", { key: undefined, sha256: digest.toUpperCase() }, 200],
    ["neither given", { key: undefined }, 403],
    ["SHA-256 cut short", { key: undefined, sha256: digest.slice(2) }, 403],
    ["disabled", { disabled: true }, 403],
    ["expires tomorrow", { expires: "2026-06-02" }, 200],
    ["expires today", { expires: "2026-06-01" }, 403],
    ["expired", { expires: "2026-05-31" }, 403],
    ["expiry that is no date", { expires: "soon" }, 403],
  ])("a key that is %s", async (_, differences, status) => {
    const server = serve({
      engines: [fakeEngine({ accessKeys: [plainKey(differences)] })],
      now: () => today,
    });
    expect((await call(server)).status).toBe(status);
  });

  test("a key expires at midnight UTC, not a millisecond earlier", async () => {
    const engines = [fakeEngine({ accessKeys: [plainKey({ expires: "2026-06-01" })] })];
    const midnight = Date.parse("2026-06-01T00:00:00Z");
    const before = serve({ engines, now: () => midnight - 1 });
    const after = serve({ engines, now: () => midnight });
    expect([(await call(before)).status, (await call(after)).status]).toEqual([200, 403]);
  });

  test("an expired key does not stand in the way of a working one that is equal", async () => {
    const accessKeys = [plainKey({ disabled: true }), plainKey({ name: "second" })];
    const server = serve({ engines: [fakeEngine({ accessKeys })] });
    expect((await call(server)).status).toBe(200);
  });

  test.each<[string, CallOptions, number]>([
    ["in the query", { url: `${path}?applicationAccessKey=V2-right`, key: null }, 200],
    ["in the query, any case", { url: `${path}?x=1&APPLICATIONACCESSKEY=V2-right`, key: null }, 200],
    ["in the query, escaped", { url: `${path}?application%41ccessKey=%562-right`, key: null }, 200],
    ["in both, the header right", { url: `${path}?applicationAccessKey=wrong` }, 200],
    ["in both, the header wrong", { url: `${path}?applicationAccessKey=V2-right`, key: "wrong" }, 403],
    ["in both, the header blank", { url: `${path}?applicationAccessKey=V2-right`, key: " " }, 200],
    ["in the query, blank", { url: `${path}?applicationAccessKey=`, key: null }, 400],
  ])("a key %s", async (_, options, status) => {
    const server = serve({ engines: [fakeEngine()] });
    expect((await call(server, options)).status).toBe(status);
  });

  test("a key in the query is not looked at when that is switched off", async () => {
    const server = serve({ engines: [fakeEngine()], allowKeyInQuery: false });
    const answer = await call(server, { url: `${path}?applicationAccessKey=V2-right`, key: null });
    expect([answer.status, answer.json.code]).toEqual([400, "auth/missing-key"]);
  });

  test("a plus in a key is a plus", async () => {
    const server = serve({ engines: [fakeEngine({ accessKeys: [plainKey({ key: "a+b/c=" })] })] });
    expect((await call(server, { url: `${path}?applicationAccessKey=a+b/c=`, key: null })).status).toBe(200);
  });
});

test("neither the log nor an answer holds the key", async () => {
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => lines.push(line) });
  const server = createServer({ engines: [fakeEngine()], logger });
  const answers = [
    await call(server),
    await call(server, { url: `${path}?a=1&application%41ccessKey=V2-secret&b=2`, key: null }),
    await call(server, { url: "/nowhere?applicationaccesskey=V2-secret" }),
    await call(server, { url: "/%zz?applicationaccesskey=V2-secret" }),
    await call(server, { key: "V2-secret" }),
  ];
  expect(lines.join("")).toContain('"path":"/nowhere"');
  expect(lines.join("")).not.toMatch(/V2-|0x/u);
  expect(answers.map(({ text }) => text).join("")).not.toContain("V2-");
});
