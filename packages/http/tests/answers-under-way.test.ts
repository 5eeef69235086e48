/** Whatever follows a call on its connection, nothing is written into its answer: one request, one answer. */
import type { AddressInfo } from "node:net";
import { expect, type TestContext, test } from "vitest";
import { closeServer, createServer } from "../src/index.ts";
import { appId, fakeEngine } from "./fake-engine.ts";
import { openConnection, readAnswers } from "./raw-connection.ts";

const path = `/api/v2/apps/${appId}/tables/Orders/Action`;
const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: V2-right\r\n`;
const find = `${head}Content-Length: 17\r\n\r\n{"Action":"Find"}`;
const rows = Array.from({ length: 20_000 }, (_, at) => ({ "Order ID": at, Note: "n".repeat(300) }));

/** Milliseconds: more than the server's patience with heads and bodies, which a busy machine does not use up for the first call. */
const BEYOND_PATIENCE = 7_000;

/** Milliseconds in which a server notices what is behind a call, whatever it does about it; none of them decides what is expected. */
function timeUntil(behind: string): number {
  return behind === HALF_A_HEAD || behind === HALF_A_BODY ? BEYOND_PATIENCE : 200;
}

const HALF_A_HEAD = "POST / HTTP/1.1\r\nHost: x\r\n";
const HALF_A_BODY = `${head}Content-Length: 17\r\n\r\n{"Act`;

const TIMEOUTS = { headers: 5_000, request: 6_000, check: 50, answer: 600_000, ending: 20_000 };

const BEHIND: readonly (readonly [string, string])[] = [
  ["garbage", "hello there\r\n\r\n"],
  ["more garbage than one piece", "hello there\r\n\r\n".repeat(20_000)],
  ["a broken head", "POST / HTTP/1.1\r\nBad header\r\n\r\n"],
  ["a head that is too long", `GET / HTTP/1.1\r\nX: ${"x".repeat(40_000)}\r\n\r\n`],
  ["a CONNECT", "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["half a head that times out", HALF_A_HEAD],
  ["half a body that times out", HALF_A_BODY],
  ["a body of broken chunks", `${head}Transfer-Encoding: chunked\r\n\r\nnothing\r\n`],
];

test.concurrent.for(BEHIND)(
  "a slow reader of a large answer, and %s behind its call",
  async ([, behind], context) => {
    const port = await start(context);
    const connection = openConnection(port);
    connection.socket.pause();
    connection.socket.write(find);
    await context.expect.poll(() => connection.socket.bytesWritten).toBe(find.length);
    connection.socket.write(behind);
    await new Promise((resolve) => setTimeout(resolve, timeUntil(behind)));
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
  async ([, behind], context) => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<() => void>();
    const port = await start(context, begin);
    const connection = openConnection(port);
    connection.socket.write(find + behind);
    const release = await begun;
    await new Promise((resolve) => setTimeout(resolve, timeUntil(behind)));
    expect(connection.text()).toBe("");
    release();
    expect(await connection.ended).toBe("ended");
    const statuses = readAnswers(connection.text()).map(({ status }) => status);
    expect(statuses[0]).toBe(200);
    expect(statuses.length).toBeLessThanOrEqual(behind.startsWith(head) ? 2 : 1);
  },
);

test.concurrent("two calls under way, and garbage behind them: both are answered", async (context) => {
  const port = await start(context);
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
  const port = await start(context);
  const connection = openConnection(port);
  connection.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await context.expect.poll(connection.text).toContain("alive");
  connection.socket.write("garbage\r\n\r\n");
  expect(await connection.ended).toBe("ended");
  expect(readAnswers(connection.text()).map(({ status }) => status)).toEqual([200, 400]);
});

test.concurrent("garbage after an error whose body was still to come gets no answer of its own", async (context) => {
  const port = await start(context);
  const connection = openConnection(port);
  const chunked = head.replace("V2-right", "wrong");
  connection.socket.write(`${chunked}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`);
  await context.expect.poll(connection.text).toContain("auth/wrong-key");
  connection.socket.write("no length\r\n");
  expect(await connection.ended).toBe("ended");
  expect(readAnswers(connection.text()).map(({ status }) => status)).toEqual([403]);
});

async function start({ onTestFinished }: TestContext, hold?: (release: () => void) => void): Promise<number> {
  const engine = fakeEngine();
  engine.answer = async () => {
    if (hold !== undefined) await new Promise<void>(hold);
    return { ok: true, rows: hold === undefined ? rows : [], warnings: [] };
  };
  const server = createServer({ engines: [engine], timeouts: TIMEOUTS });
  onTestFinished(() => closeServer(server, 0));
  await server.listen({ host: "127.0.0.1", port: 0 });
  return (server.server.address() as AddressInfo).port;
}
