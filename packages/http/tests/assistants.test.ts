/** Requests of assistants: who is admitted, how they are counted, and what becomes of their connections. */
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { createServer, fetchHandler, type RecordApiOptions } from "../src/index.ts";
import { appId, fakeEngine } from "./fake-engine.ts";

const HELLO = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

/** Options with an assistant that answers how long a request is, and the applications it was asked about. */
function assisted(options: Partial<RecordApiOptions> = {}) {
  const asked: string[] = [];
  const assistants = (app: string) => async (sent: Request) => {
    asked.push(app);
    return Response.json({ bytes: (await sent.arrayBuffer()).byteLength });
  };
  return { asked, options: { engines: [fakeEngine()], assistants, ...options } };
}

const post = (key: Record<string, string>, body = HELLO, path = "/mcp") =>
  new Request(`http://server${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...key },
    body,
  });

test.each<[headers: Record<string, string>, status: number, code: string | undefined]>([
  [{ applicationaccesskey: "V2-right" }, 200, undefined],
  [{}, 401, "auth/missing-key"],
  [{ applicationaccesskey: " " }, 401, "auth/missing-key"],
  [{ applicationaccesskey: "x" }, 401, "auth/wrong-key"],
  [{ authorization: "Basic x" }, 401, "auth/missing-key"],
  [{ authorization: "Bearer x" }, 401, "auth/missing-key"],
])("%j is answered with %i %s", async (headers, status, code) => {
  for (const path of ["/mcp", `/mcp/${appId}`]) {
    const { asked, options } = assisted();
    const answer = await fetchHandler(options)(post(headers, HELLO, path));
    const body = (await answer.json()) as { code?: string; status?: number };
    expect([answer.status, body.code, body.status]).toEqual([status, code, code && status]);
    expect(answer.headers.has("www-authenticate")).toBe(status === 401);
    expect(asked).toEqual(status === 200 ? [appId] : []);
  }
});

test("wrong keys and calls of an address are counted", async () => {
  const now = () => 0;
  const wrong = fetchHandler(assisted({ limits: { wrongKeys: 1 }, now }).options);
  const statusOf = async (answer: Promise<Response>) => (await answer).status;
  expect(await statusOf(wrong(post({ applicationaccesskey: "x" }), "192.0.2.1"))).toBe(401);
  expect(await statusOf(wrong(post({ applicationaccesskey: "x" }), "192.0.2.1"))).toBe(429);
  const busy = fetchHandler(assisted({ rates: { perAddress: 1 }, now }).options);
  expect(await statusOf(busy(post({ applicationaccesskey: "V2-right" }), "192.0.2.1"))).toBe(200);
  const refused = await busy(post({ applicationaccesskey: "V2-right" }), "192.0.2.1");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
});

test.each([
  ["/mcp", "two applications", [fakeEngine(), fakeEngine({ id: "other" })], 400],
  ["/mcp/other", "two applications", [fakeEngine(), fakeEngine({ id: "other" })], 200],
  ["/mcp/nope", "one application", [fakeEngine()], 404],
])("POST %s with %s", async (path, _, engines, status) => {
  const answer = await fetchHandler(assisted({ engines }).options)(
    post({ applicationaccesskey: "V2-right" }, HELLO, path),
  );
  expect(answer.status).toBe(status);
});

test("without assistants there is no such path, and other methods are refused", async () => {
  const answer = await fetchHandler({ engines: [fakeEngine()] })(post({ applicationaccesskey: "V2-right" }));
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: "request/no-such-path" }]);
  const read = await fetchHandler(assisted().options)(new Request("http://server/mcp"));
  expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"]);
});

describe("a connection is used again after", () => {
  test.each<[what: string, key: string, bytes: number, status: number]>([
    ["an answer", "V2-right", 300_000, 200],
    ["a wrong key", "x", 300_000, 401],
    ["no key", "", 20, 401],
    ["a body that is too long", "V2-right", 1_030_000, 413],
  ])("%s", async (_, key, bytes, status) => {
    const server = createServer(assisted({ limits: { bodyBytes: 1_000_000 } }).options);
    await server.listen({ host: "127.0.0.1", port: 0 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { port } = server.server.address() as AddressInfo;
    try {
      const ports: (number | undefined)[] = [];
      const send = (applicationaccesskey: string, length: number) =>
        new Promise<number | undefined>((resolve, reject) => {
          const headers = { applicationaccesskey, "content-type": "application/json" };
          const sent = request({ port, path: "/mcp", method: "POST", agent, headers }, (answer) => {
            ports.push(sent.socket?.localPort);
            answer.resume().on("end", () => resolve(answer.statusCode));
          });
          sent.on("error", reject).end("x".repeat(length));
        });
      expect([await send(key, bytes), await send("V2-right", 10)]).toEqual([status, 200]);
      expect(ports[1]).toBe(ports[0]);
    } finally {
      agent.destroy();
      await server.close();
    }
  });
});
