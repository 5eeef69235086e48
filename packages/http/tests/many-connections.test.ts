/** A storm of fresh connections: each is served, or told to come back; none is reset. */
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { appId, fakeEngine } from "./fake-engine.ts";
import { openConnection, readAnswers } from "./raw-connection.ts";

const CONNECTIONS = 2_000;

/** Seconds: Caddy's; nginx and the balancers of AWS have 60. */
const LONGEST_OF_PROXIES = 120;

/** Of requests and ends that take a millisecond each: two stretches of the processor at most, and the one under way. */
const MOST_IN_A_ROUND = 21;

let server: ReturnType<typeof createServer>;
afterEach(() => server.close());

test.each([
  [CONNECTIONS, 0],
  [CONNECTIONS - 1, 1],
  [300, CONNECTIONS - 300],
])("of 2,000 connections %i may be open", async (sockets, refused) => {
  const port = await start(sockets);
  const connections = Array.from({ length: CONNECTIONS }, () => openConnection(port));
  await Promise.all(connections.map(({ socket }) => once(socket, "connect")));
  for (const { socket } of connections) socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  for (const { text } of connections) await expect.poll(text, { timeout: 30_000 }).toContain("}");
  const answers = connections.map(({ text }) => readAnswers(text()));
  expect(answers.every(({ length }) => length === 1)).toBe(true);
  const turnedAway = answers.flat().filter(({ status }) => status === 503);
  expect([turnedAway.length, answers.flat().filter(({ status }) => status === 200).length]).toEqual([
    refused,
    CONNECTIONS - refused,
  ]);
  for (const { headers, body } of turnedAway) {
    expect(headers["retry-after"]).toBe("1");
    expect(JSON.parse(body).code).toBe("server/too-many-connections");
  }
  const beyond = connections.filter((_, at) => answers[at]?.[0]?.status === 503);
  expect(new Set(await Promise.all(beyond.map(({ ended }) => ended)))).toEqual(
    new Set(beyond.length > 0 ? ["ended"] : []),
  );
  for (const { socket } of connections) socket.destroy();
});

test("a connection that ends makes room for another", async () => {
  const port = await start(1);
  const ask = async () => {
    const connection = openConnection(port);
    connection.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(connection.text).toContain("}");
    return { ...connection, status: readAnswers(connection.text())[0]?.status };
  };
  const first = await ask();
  const second = await ask();
  expect([first.status, second.status]).toEqual([200, 503]);
  first.socket.destroy();
  await second.ended;
  await expect.poll(async () => (await ask()).status).toBe(200);
});

test("an idle connection is kept for longer than proxies keep theirs, which would send a call as it is closed", async () => {
  const port = await start();
  const connection = openConnection(port);
  connection.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(connection.text).toContain("}");
  const [answer] = readAnswers(connection.text());
  const [, seconds] = /^timeout=(\d+)$/u.exec(answer?.headers["keep-alive"] ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(LONGEST_OF_PROXIES);
  connection.socket.destroy();
});

test("while a call works for long, connections are accepted between its stretches, more than one", async () => {
  const engine = fakeEngine();
  let isDone = false;
  let stretches = 0;
  engine.answer = async ({ turn }) => {
    while (!isDone) {
      stretches++;
      while (turn?.isOver === false) Math.random();
      await turn?.pause();
    }
    return { ok: true, rows: [], warnings: [] };
  };
  const port = await start(CONNECTIONS, engine);
  const long = openConnection(port);
  const body = '{"Action":"Find"}';
  const path = `/api/v2/apps/${appId}/tables/Orders/Action`;
  long.socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: V2-right\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => stretches).toBeGreaterThan(0);
  const before = stretches;
  const connections = Array.from({ length: CONNECTIONS }, () => openConnection(port));
  for (const { socket } of connections) socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  for (const { text } of connections) await expect.poll(text, { timeout: 30_000 }).toContain("}");
  expect(stretches - before).toBeLessThan(CONNECTIONS / 2);
  isDone = true;
  await expect.poll(long.text).toContain("}");
  for (const { socket } of [long, ...connections]) socket.destroy();
});

describe("requests that come together, a millisecond each", () => {
  const REQUESTS = 300;
  let rounds: number[];
  let order: Socket[];

  /** A server that notes how many requests each round of the event loop has, and the order in which they are read. */
  async function startCounting(): Promise<number> {
    const port = await start();
    rounds = [];
    order = [];
    let count = 0;
    const endRound = () => {
      rounds.push(count);
      count = 0;
    };
    server.server.on("request", ({ socket }) => {
      order.push(socket);
      if (count++ === 0) setImmediate(endRound);
      const until = performance.now() + 1;
      while (performance.now() < until);
    });
    return port;
  }

  const openAll = async (port: number, count: number) => {
    const connections = Array.from({ length: count }, () => openConnection(port));
    await Promise.all(connections.map(({ socket }) => once(socket, "connect")));
    await expect.poll(() => promisify(server.server.getConnections.bind(server.server))()).toBe(count);
    return connections;
  };
  const askOn = async (connections: Awaited<ReturnType<typeof openAll>>, answers = 1) => {
    for (const { socket } of connections) socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    for (const { text } of connections) await expect.poll(() => readAnswers(text()).length).toBe(answers);
  };

  test("on fresh connections are read in several rounds, and again on the same connections", async () => {
    const connections = await openAll(await startCounting(), REQUESTS);
    for (const answers of [1, 2]) {
      await askOn(connections, answers);
      expect(order).toHaveLength(answers * REQUESTS);
      expect(Math.max(...rounds)).toBeLessThanOrEqual(MOST_IN_A_ROUND);
    }
    for (const { socket } of connections) socket.destroy();
  });

  test("on fresh connections do not keep one waiting that has asked before", async () => {
    const connections = await openAll(await startCounting(), REQUESTS);
    const [known] = connections;
    await askOn(connections.slice(0, 1));
    for (const { socket } of connections.slice(1)) socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => order.length).toBeGreaterThan(1);
    known?.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    for (const { text } of connections) await expect.poll(text).toContain("}");
    const [first] = order;
    expect(order.lastIndexOf(first as Socket)).toBeLessThan(REQUESTS / 2);
    for (const { socket } of connections) socket.destroy();
  });
});

test("connections that end at the same moment are ended over several rounds of the event loop", async () => {
  const port = await start();
  const rounds: number[] = [];
  let isCounting = false;
  const ended = (socket: Socket) =>
    socket.on("end", () => {
      if (!isCounting) {
        isCounting = true;
        rounds.push(0);
        setImmediate(() => {
          isCounting = false;
        });
      }
      rounds[rounds.length - 1] = (rounds.at(-1) as number) + 1;
      const until = performance.now() + 1;
      while (performance.now() < until);
    });
  server.server.on("connection", ended);
  const connections = Array.from({ length: 400 }, () => openConnection(port));
  for (const { socket } of connections) socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  for (const { text } of connections) await expect.poll(text).toContain("}");
  for (const { socket } of connections) socket.end();
  await expect.poll(() => rounds.reduce((sum, one) => sum + one, 0), { timeout: 30_000 }).toBe(400);
  expect(Math.max(...rounds)).toBeLessThanOrEqual(MOST_IN_A_ROUND);
});

async function start(sockets?: number, engine = fakeEngine()): Promise<number> {
  const timeouts = sockets === undefined ? {} : { sockets, headers: 60_000, keepAlive: 60_000 };
  server = createServer({ engines: [engine], timeouts });
  await server.listen({ host: "127.0.0.1", port: 0, backlog: 10_000 });
  return (server.server.address() as AddressInfo).port;
}
