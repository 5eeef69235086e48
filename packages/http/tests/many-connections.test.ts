/** A storm of fresh connections: each is served, or told to come back; none is reset. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { fakeEngine } from "./fake-engine.ts";
import { openConnection, readAnswers } from "./raw-connection.ts";

const CONNECTIONS = 2_000;

/** Seconds: Caddy's; nginx and the balancers of AWS have 60. */
const LONGEST_OF_PROXIES = 120;

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
  for (const { text } of connections) await expect.poll(text).toContain("}");
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

async function start(sockets?: number): Promise<number> {
  const timeouts = sockets === undefined ? {} : { sockets, headers: 600_000, keepAlive: 600_000 };
  server = createServer({ engines: [fakeEngine()], timeouts });
  await server.listen({ host: "127.0.0.1", port: 0, backlog: 10_000 });
  return (server.server.address() as AddressInfo).port;
}
