/** An answer that is not read: what it holds, and that it ends. */
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { PassThrough } from "node:stream";
import { settle } from "@tablewright/tooling/virtual-time";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { type Answer, createLogger, createRecordApi, createServer, fetchHandler } from "../src/index.ts";
import { appId, fakeEngine } from "./fake-engine.ts";
import { plainRequest } from "./plain-request.ts";

const path = `/api/v2/apps/${appId}/tables/Orders/Action`;
const find = '{"Action":"Find"}';
let server: FastifyInstance | undefined;
afterEach(() => server?.close());

test("no more answers of a key are made than its calls at a time, until one was read or given up", async () => {
  const engine = engineOf(200);
  // However busy the machine is, none of the calls waits for a stretch of its own.
  const api = createRecordApi({ engines: [engine], limits: { callsPerKey: 4, stretch: 60_000 } });
  const answers: Answer[] = [];
  for (let call = 0; call < 50; call++)
    void api.handle(plainRequest()).then((answer) => answers.push(answer));
  await settle();
  expect([engine.requests.length, answers.length]).toEqual([4, 4]);

  for await (const _ of piecesOf(answers[0])) await settle();
  await settle();
  expect(engine.requests.length).toBe(5);

  await piecesOf(answers[1])[Symbol.asyncIterator]().return?.();
  await settle();
  expect(engine.requests.length).toBe(6);
});

test("a short answer gives its place back at once", async () => {
  const engine = engineOf(1);
  const api = createRecordApi({ engines: [engine], limits: { callsPerKey: 1, waitingPerKey: 0 } });
  for (let call = 0; call < 5; call++) expect((await api.handle(plainRequest())).status).toBe(200);
});

test("a connection that reads nothing is cut off, and its place is free again", async () => {
  const lines: string[] = [];
  const log = new PassThrough().on("data", (line) => lines.push(String(line)));
  const engine = engineOf(100, 1_000_000);
  server = createServer({
    engines: [engine],
    logger: createLogger(log),
    limits: { callsPerKey: 1 },
    timeouts: { answer: 200 }, // also for the honest reader, whose answer is taken off the server's hands at once
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const deaf = connect(port, "127.0.0.1").pause();
  deaf.on("error", () => {});
  deaf.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: V2-right\r\nContent-Length: 17\r\n\r\n${find}`,
  );
  await expect.poll(() => engine.requests.length).toBe(1);

  engine.answer = () => ({ ok: true, rows: [{ id: 1 }], warnings: [] });
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { ApplicationAccessKey: "V2-right", "content-type": "application/json" },
    body: find,
  });
  expect(await response.json()).toEqual({ Rows: [{ id: 1 }] });
  expect(lines.join("")).toContain("an answer was not read and is cut off");
  deaf.resume();
  await once(deaf, "close");
});

test("a connection that goes away before its answer is sent gives its place back", async () => {
  const engine = engineOf(200);
  const honest = engine.answer;
  let release = (): void => {};
  engine.answer = async (request) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return honest(request);
  };
  server = createServer({ engines: [engine], limits: { callsPerKey: 1 } });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: V2-right\r\nContent-Length: 17\r\n\r\n${find}`,
  );
  await expect.poll(() => engine.requests.length).toBe(1);
  const gone = new Promise((resolve) => server?.server.once("connection", resolve));
  socket.destroy();
  await settle();
  release();
  engine.answer = honest;
  const port = (server.server.address() as AddressInfo).port;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { ApplicationAccessKey: "V2-right" },
    body: new Blob([find]),
  });
  expect(response.status).toBe(200);
  await gone;
});

test.each(["before it begins", "in the middle"])(
  "a caller that leaves its answer %s is no error of ours",
  async (when) => {
    const lines: string[] = [];
    const log = new PassThrough().on("data", (line) => lines.push(String(line)));
    const engine = engineOf(100, 1_000_000);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { answer } = engine;
    engine.answer = async (request) => released.then(() => answer(request));
    server = createServer({ engines: [engine], logger: createLogger(log) });
    await server.listen({ host: "127.0.0.1", port: 0 });
    const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: V2-right\r\nContent-Length: 17\r\n\r\n${find}`,
    );
    await expect.poll(() => engine.requests.length).toBe(1);
    if (when === "in the middle") {
      release();
      await once(socket, "data");
    }
    socket.destroy();
    await expect.poll(() => openConnections(server as FastifyInstance)).toBe(0);
    release();
    for (let round = 0; round < 20; round++) await settle();
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  },
);

test("calls whose callers go away while they wait are not carried out", async () => {
  const engine = engineOf(1);
  const honest = engine.answer;
  let release = (): void => {};
  engine.answer = async (request) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return honest(request);
  };
  server = createServer({ engines: [engine], limits: { callsPerKey: 1 } });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const arrived = countRequests(server);
  const ask = () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: V2-right\r\nContent-Length: 17\r\n\r\n${find}`,
    );
    return socket;
  };
  const first = ask();
  await expect.poll(() => engine.requests.length).toBe(1);
  const waiting = Array.from({ length: 20 }, ask);
  await expect.poll(arrived).toBe(21);
  for (const socket of waiting) socket.destroy();
  await expect.poll(() => openConnections(server)).toBe(1);
  engine.answer = honest;
  release();
  const answered = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { ApplicationAccessKey: "V2-right" },
    body: new Blob([find]),
  });
  expect([answered.status, engine.requests.length]).toEqual([200, 2]);
  first.destroy();
});

test("of a web response nothing is made before it is read, and it is given up after a while", async () => {
  const engine = engineOf(100, 100_000);
  const handle = fetchHandler({ engines: [engine], limits: { callsPerKey: 1 }, timeouts: { answer: 50 } });
  const request = () =>
    new Request(`http://x${path}`, {
      method: "POST",
      headers: { ApplicationAccessKey: "V2-right", "content-type": "application/json" },
      body: find,
    });
  const unread = await handle(request());
  const reader = unread.body?.getReader();
  await reader?.read();
  const second = await handle(request());
  expect(second.status).toBe(200);
  await expect(reader?.read()).rejects.toThrow("Nothing of the answer was read");
  await second.body?.cancel();
  expect((await handle(request())).status).toBe(200);
});

function countRequests({ server: listening }: Pick<ReturnType<typeof createServer>, "server">): () => number {
  let count = 0;
  listening.on("request", () => {
    count++;
  });
  return () => count;
}

function openConnections(of: Pick<ReturnType<typeof createServer>, "server"> | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    of?.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

function engineOf(count: number, length = 1_000) {
  const rows = Array.from({ length: count }, (_, id) => ({ id, text: "x".repeat(length) }));
  const engine = fakeEngine();
  engine.answer = () => ({ ok: true, rows, warnings: [] });
  return engine;
}

function piecesOf(answer: Answer | undefined): AsyncIterable<Uint8Array> {
  return answer?.body as AsyncIterable<Uint8Array>;
}
