/** What only a real connection shows: slow and broken clients, large bodies, and a server that goes away. */
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { type CallReport, closeServer, createServer } from "../src/index.ts";
import { appId, type FakeEngine, fakeEngine } from "./fake-engine.ts";
import { countArrived } from "./raw-connection.ts";

/** Milliseconds: longer than a test lasts. */
const PATIENT = 600_000;

const path = `/api/v2/apps/${appId}/tables/Orders/Action`;
let server: FastifyInstance;
afterEach(() => closeServer(server, 0));

test("two calls on one connection, the first refused before its large body was read", async () => {
  await start();
  const large = "x".repeat(3_000_000);
  const first = `${head("wrong", large.length)}${large}`;
  const second = `${head("V2-right", 17)}{"Action":"Find"}`;
  const text = await exchange(`${first}${second}`, 2);
  expect(statuses(text)).toEqual([403, 200]);
});

test("a body beyond the limit is refused while it is still being sent", async () => {
  await start();
  const text = await exchange(`${head("V2-right", 100_000_000)}{"Action"`, 1);
  expect(statuses(text)).toEqual([413]);
});

test("a chunked body beyond the limit, and a call after it", async () => {
  await start(fakeEngine(), { limits: { bodyBytes: 1000 } });
  const chunk = `${(2000).toString(16)}\r\n${"x".repeat(2000)}\r\n`;
  const first = `${head("V2-right")}Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`;
  const text = await exchange(`${first}${head("V2-right", 17)}{"Action":"Find"}`, 2);
  expect(statuses(text)).toEqual([413, 200]);
});

test.each([
  ["a head that never ends", "POST / HTTP/1.1\r\nHost: x\r\n"],
  ["a body that never ends", `${head("V2-right", 17)}{"Act`],
])("%s", async (_, sent) => {
  const reports: CallReport[] = [];
  const timeouts = { headers: 100, request: 200, check: 50, ending: 10 };
  await start(fakeEngine(), { timeouts, reportCall: (report) => void reports.push(report) });
  const text = await exchange(sent, 1);
  expect(statuses(text)).toEqual([408]);
  expect(text).toContain("request/too-slow");
  if (!sent.endsWith("Act")) return; // there is no call without a whole head
  await expect.poll(() => reports).toMatchObject([{ status: 408, code: "request/too-slow" }]);
});

test.each([
  ["what is not HTTP", "hello\r\n\r\n", 400, "request/unreadable-body"],
  [
    "a head that is too long",
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    431,
    "limit/head",
  ],
  [
    "a head of many headers",
    `GET /healthz HTTP/1.1\r\nHost: x\r\n${manyHeaders(100)}\r\n`,
    431,
    "limit/head",
  ],
  ["a head of almost as many", `GET /healthz HTTP/1.1\r\nHost: x\r\n${manyHeaders(99)}\r\n`, 200, "alive"],
  [
    "more headers than the platform counts",
    `GET /healthz HTTP/1.1\r\nHost: x\r\n${manyHeaders(2_500, "x", ":")}\r\n`,
    431,
    "limit/head",
  ],
] as const)("%s is answered in JSON", async (_, sent, status, words) => {
  await start();
  const text = await exchange(sent, 1);
  expect(statuses(text)).toEqual([status]);
  expect(text).toContain(words);
});

test("a client that sends no more of its body but listens is told so", async () => {
  const { port } = await start();
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.end(`${head("V2-right", 100)}{"Act`);
  await once(socket, "close");
  expect(statuses(text)).toEqual([400]);
  expect(text).toContain("the connection ended before the request did");
});

test("a client that leaves in the middle of its body disturbs no other", async () => {
  const { engine, port, arrived } = await start();
  const socket = connect(port, "127.0.0.1");
  const half = `${head("V2-right", 100)}{"Act`;
  socket.write(half);
  await expect.poll(arrived).toBe(half.length);
  socket.destroy();
  const text = await exchange(`${head("V2-right", 17)}{"Action":"Find"}`, 1);
  expect(statuses(text)).toEqual([200]);
  expect(engine.requests.length).toBe(1);
});

test("a body without a type is taken as JSON", async () => {
  const { address } = await start();
  const headers = { ApplicationAccessKey: "V2-right" };
  const answer = await fetch(`${address}${path}`, {
    method: "POST",
    headers,
    body: new Blob(['{"Action":"Find"}']),
  });
  expect(answer.status).toBe(200);
});

test("few rows tell their length, many are sent as they are made", async () => {
  const { engine, address } = await start();
  for (const [count, isNameable] of [
    [100, true],
    [101, false],
  ] as const) {
    const rows = Array.from({ length: count }, (_, at) => ({ "Order ID": at }));
    engine.answer = () => ({ ok: true, rows, warnings: [] });
    const answer = await fetch(`${address}${path}`, { method: "POST", body: '{"Action":"Find"}', ...json });
    expect(answer.headers.has("content-length")).toBe(isNameable);
    expect(await answer.json()).toEqual({ Rows: rows });
  }
});

test("closing: the call under way is answered, idle connections end, new ones are refused", async () => {
  const { engine, port, address } = await start();
  let release = (): void => {};
  engine.answer = () =>
    new Promise((resolve) => {
      release = () => resolve({ ok: true, rows: [{ a: 1 }], warnings: [] });
    });
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");
  const underWay = fetch(`${address}${path}`, { method: "POST", body: '{"Action":"Find"}', ...json });
  await expect.poll(() => engine.requests.length).toBe(1);
  const closed = closeServer(server, PATIENT);
  await once(idle.resume(), "close");
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  release();
  const answer = await underWay;
  expect([answer.status, answer.headers.get("connection"), await answer.json()]).toEqual([
    200,
    "close",
    { Rows: [{ a: 1 }] },
  ]);
  await closed;
});

test("closing: what does not finish in time is cut off", async () => {
  const { engine, address } = await start();
  engine.answer = () => new Promise(() => {});
  const underWay = fetch(`${address}${path}`, { method: "POST", body: '{"Action":"Find"}', ...json });
  const cutOff = expect(underWay).rejects.toThrow();
  await expect.poll(() => engine.requests.length).toBe(1);
  await closeServer(server, 100);
  await cutOff;
});

const json = { headers: { ApplicationAccessKey: "V2-right", "Content-Type": "application/json" } };

async function start(
  engine: FakeEngine = fakeEngine(),
  options: Partial<Parameters<typeof createServer>[0]> = {},
) {
  server = createServer({
    engines: [engine],
    ...options,
    timeouts: { ending: 20_000, ...options.timeouts },
  });
  const arrived = countArrived(server.server);
  const address = await server.listen({ host: "127.0.0.1", port: 0 });
  return { engine, address, arrived, port: (server.server.address() as AddressInfo).port };
}

function manyHeaders(count: number, name = "X-Name-", value = ": 1"): string {
  return Array.from({ length: count }, (_, at) => `${name}${at.toString(36)}${value}\r\n`).join("");
}

/** The head of a call; without a length it is left open for more headers. */
function head(key: string, length?: number): string {
  const lines = [`POST ${path} HTTP/1.1`, "Host: x", `ApplicationAccessKey: ${key}`, ""];
  return lines.join("\r\n") + (length === undefined ? "" : `Content-Length: ${length}\r\n\r\n`);
}

/** Sends the text and answers what came back, as soon as there are so many answers. */
async function exchange(sent: string, answers: number): Promise<string> {
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8");
  socket.on("error", () => {});
  socket.write(sent);
  for await (const chunk of socket) {
    text += chunk;
    if (statuses(text).length >= answers && text.endsWith("}")) break;
  }
  return text;
}

function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => Number(status));
}
