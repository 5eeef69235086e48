/** Whatever follows a call on its connection, nothing is written into its answer: one request, one answer. */
import type { AddressInfo } from "node:net";
import { expect, type TestContext, test } from "vitest";
import { closeServer, createServer } from "../src/index.ts";
import { appId, fakeEngine } from "./fake-engine.ts";
import { countArrived, openConnection, readAnswers } from "./raw-connection.ts";

const path = `/api/v2/apps/${appId}/tables/Orders/Action`;
const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: V2-right\r\n`;
const find = `${head}Content-Length: 17\r\n\r\n{"Action":"Find"}`;
const rows = Array.from({ length: 20_000 }, (_, at) => ({ "Order ID": at, Note: "n".repeat(300) }));

/** Milliseconds: longer than a test lasts. */
const PATIENT = 600_000;

const TIMEOUTS = { headers: PATIENT, request: PATIENT, check: 50, answer: PATIENT, ending: PATIENT };

const BEHIND: readonly (readonly [string, string])[] = [
  ["garbage", "hello there\r\n\r\n"],
  ["more garbage than one piece", "hello there\r\n\r\n".repeat(20_000)],
  ["a broken head", "POST / HTTP/1.1\r\nBad header\r\n\r\n"],
  ["a head that is too long", `GET / HTTP/1.1\r\nX: ${"x".repeat(40_000)}\r\n\r\n`],
  ["a CONNECT", "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["half a head that times out", "POST / HTTP/1.1\r\nHost: x\r\n"],
  ["half a body that times out", `${head}Content-Length: 17\r\n\r\n{"Act`],
  ["a body of broken chunks", `${head}Transfer-Encoding: chunked\r\n\r\nnothing\r\n`],
];

test.concurrent.for(BEHIND)(
  "a slow reader of a large answer, and %s behind its call",
  async ([name, behind], context) => {
    const { port, engine, notices } = await start(context);
    const connection = openConnection(port);
    connection.socket.pause();
    connection.socket.write(find);
    await context.expect.poll(() => engine.requests.length).toBe(1);
    connection.socket.write(behind);
    await notices(name, behind);
    connection.socket.resume();
    expect(await connection.ended).toBe("ended");
    const [first, ...others] = readAnswers(connection.text());
    expect([first?.status, JSON.parse(first?.body ?? "").Rows?.length]).toEqual([200, rows.length]);
    const isCall = behind.startsWith(head); // its head was taken, so it may be answered in its turn
    expect(others.length).toBeLessThanOrEqual(isCall ? 1 : 0);
    for (const { status } of others) expect([400, 408]).toContain(status);
  },
);

test.concurrent.for(BEHIND)(
  "an answer that is still being made, and %s behind its call",
  async ([name, behind], context) => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<() => void>();
    const { port, notices } = await start(context, begin);
    const connection = openConnection(port);
    connection.socket.write(find + behind);
    const release = await begun;
    await notices(name, behind);
    expect(connection.text()).toBe("");
    release();
    expect(await connection.ended).toBe("ended");
    const statuses = readAnswers(connection.text()).map(({ status }) => status);
    expect(statuses[0]).toBe(200);
    expect(statuses.length).toBeLessThanOrEqual(behind.startsWith(head) ? 2 : 1);
  },
);

test.concurrent("two calls under way, and garbage behind them: both are answered", async (context) => {
  const { port } = await start(context);
  const connection = openConnection(port);
  connection.socket.write(`${find}${find}garbage\r\n\r\n`);
  expect(await connection.ended).toBe("ended");
  expect(
    readAnswers(connection.text()).map(({ status, body }) => [status, JSON.parse(body).Rows.length]),
  ).toEqual([
    [200, rows.length],
    [200, rows.length],
  ]);
});

test.concurrent("garbage behind a call that has been answered is a request of its own", async (context) => {
  const { port } = await start(context);
  const connection = openConnection(port);
  connection.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await context.expect.poll(connection.text).toContain("alive");
  connection.socket.write("garbage\r\n\r\n");
  expect(await connection.ended).toBe("ended");
  expect(readAnswers(connection.text()).map(({ status }) => status)).toEqual([200, 400]);
});

test.concurrent("garbage after an error whose body was still to come gets no answer of its own", async (context) => {
  const { port } = await start(context);
  const connection = openConnection(port);
  const chunked = head.replace("V2-right", "wrong");
  connection.socket.write(`${chunked}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`);
  await context.expect.poll(connection.text).toContain("auth/wrong-key");
  connection.socket.write("no length\r\n");
  expect(await connection.ended).toBe("ended");
  expect(readAnswers(connection.text()).map(({ status }) => status)).toEqual([403]);
});

/** A server; `notices` waits until it has noticed what is behind a call, and lets what is only half there time out first. */
async function start(
  { expect: { poll }, onTestFinished }: TestContext,
  hold?: (release: () => void) => void,
) {
  const engine = fakeEngine();
  engine.answer = async () => {
    if (hold !== undefined) await new Promise<void>(hold);
    return { ok: true, rows: hold === undefined ? rows : [], warnings: [] };
  };
  const recordServer = createServer({ engines: [engine], timeouts: TIMEOUTS });
  const { server } = recordServer;
  onTestFinished(() => closeServer(recordServer, 0));
  const arrived = countArrived(server);
  let noticed = 0;
  for (const event of ["clientError", "connect"]) server.on(event, () => noticed++);
  const notices = async (name: string, behind: string) => {
    await poll(arrived).toBeGreaterThanOrEqual(find.length + Math.min(behind.length, A_PIECE));
    if (name.endsWith("times out")) {
      server.headersTimeout = 1;
      server.requestTimeout = 1;
    }
    await poll(() => noticed).toBeGreaterThan(0);
  };
  await recordServer.listen({ host: "127.0.0.1", port: 0 });
  return { engine, notices, port: (server.address() as AddressInfo).port };
}

/** Bytes that are read of a connection at once. */
const A_PIECE = 65_536;
