/**
 * Whatever bytes come, the answers are whole, none of them says that the server failed, there are no more of them than
 * requests, and the server goes on. `TABLEWRIGHT_REQUESTS=1000000 npm test -- mutated-requests` tries as many and says what was
 * answered.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type ApiRequest, createRecordApi, createServer } from "../src/index.ts";
import { depot } from "./depot.ts";
import { mutatedRequest } from "./mutated-requests.ts";
import { openConnection, readAnswers } from "./raw-connection.ts";

const asked = process.env.TABLEWRIGHT_REQUESTS;
const REQUESTS = Number(asked ?? 500);
/** Connections take time to end; most of very many requests are handed over without one. */
const ON_CONNECTIONS = Math.min(REQUESTS, 2_000 + REQUESTS / 20);
/** Rows of an answer that is sent in pieces. */
const MANY = 300;
/** Requests made at a time. */
const BATCH = 10_000;
/** One after another on one connection, and so many connections at a time. */
const ON_A_CONNECTION = 5;
const AT_A_TIME = 100;

const errors: unknown[] = [];
const engine = await depot();
await engine.add("Jobs", manyJobs()); // an answer of many rows is sent in pieces, between which something could be written
const options = {
  engines: [engine],
  limits: { wrongKeys: 1e9 },
  reportError: (fault: unknown) => errors.push(fault),
};
const timeouts = { headers: 1_500, request: 1_500, keepAlive: 150, check: 30, headBytes: 16_384 };
const server = createServer({ ...options, timeouts });
let port = 0;

beforeAll(async () => {
  await server.listen({ host: "127.0.0.1", port: 0 });
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const head =
  "POST /api/v2/apps/depot/tables/Jobs/Action HTTP/1.1\r\nHost: x\r\nApplicationAccessKey: V2-all\r\n";
const sound = Buffer.from(`${head}Content-Length: 17\r\n\r\n{"Action":"Find"}`);
const ofAConnection = fc.record({
  isSoundFirst: fc.boolean(),
  requests: fc.array(mutatedRequest, { minLength: 1, maxLength: ON_A_CONNECTION }),
});

test("requests on connections", { timeout: 60_000 + ON_CONNECTIONS * 100 }, async () => {
  const statuses = new Statuses();
  let sent = 0;
  let seed = 1;
  for (; sent < ON_CONNECTIONS; seed++) {
    const connections = fc.sample(ofAConnection, { numRuns: AT_A_TIME, seed });
    const answered = await Promise.all(connections.map(expectSoundAnswers));
    for (const status of answered.flat()) statuses.add(status);
    sent += connections.flatMap(({ requests }) => requests).length;
  }
  expect(errors).toEqual([]);
  print(`${sent} requests on connections, seeds 1 to ${seed - 1}`, statuses);
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(answer.status).toBe(200);
});

interface Sent {
  /** Whether they stand behind a call of many rows, whose answer is under way when they arrive. */
  readonly isSoundFirst: boolean;
  readonly requests: readonly Buffer[];
}

/** The statuses of the answers, but for that of the call before them. */
async function expectSoundAnswers({ isSoundFirst, requests }: Sent): Promise<readonly number[]> {
  const connection = openConnection(port);
  await once(connection.socket, "connect");
  connection.socket.write(Buffer.concat(isSoundFirst ? [sound, ...requests] : requests));
  await connection.ended;
  const said = () => JSON.stringify(requests.map(String));
  try {
    const answers = readAnswers(connection.text());
    expect(answers.length).toBeGreaterThanOrEqual(isSoundFirst ? 1 : 0);
    const first = isSoundFirst ? answers.shift() : undefined;
    if (first !== undefined) {
      expect(first.status).toBe(200);
      expect(JSON.parse(first.body).Rows.length).toBeGreaterThan(MANY);
    }
    // A request that breaks in two is two.
    const sent = Buffer.concat(requests).toString("latin1").split("\n").length;
    expect(answers.length).toBeLessThanOrEqual(sent);
    for (const { status, body } of answers) {
      expect(status >= 200 && status < 500).toBe(true);
      JSON.parse(body);
    }
    return answers.map(({ status }) => status);
  } catch (error) {
    throw new Error(`Of the requests ${said()}: ${String(error)}`);
  }
}

test("requests handed over", { timeout: 60_000 + REQUESTS * 10 }, async () => {
  const api = createRecordApi(options);
  const statuses = new Statuses();
  let seed = 1;
  for (let left = REQUESTS; left > 0; left -= BATCH, seed++) {
    const requests = fc.sample(mutatedRequest, { numRuns: Math.min(BATCH, left), seed });
    for (const [at, bytes] of requests.entries()) {
      const { status, body } = await api.handle(toApiRequest(bytes, at));
      if (status < 200 || status >= 500) expect.fail(`seed ${seed}: ${status} to ${String(bytes)}`);
      JSON.parse(await textOf(body));
      statuses.add(status);
    }
  }
  expect(errors).toEqual([]);
  print(`${REQUESTS} requests handed over, seeds 1 to ${seed - 1}`, statuses);
});

/** An answer in pieces keeps its place among the calls of its key until all of them are taken. */
async function textOf(body: Answer["body"]): Promise<string> {
  if (typeof body === "string") return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** How often each status was answered. */
class Statuses {
  readonly #counts = new Map<number, number>();

  add(status: number): void {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
  }

  toString(): string {
    return [...this.#counts]
      .sort()
      .map(([status, count]) => `${status} × ${count}`)
      .join(", ");
  }
}

function print(sent: string, statuses: Statuses): void {
  if (asked !== undefined) process.stdout.write(`${sent}: ${statuses}\n`);
}

test("two sound calls behind one another are two answers", async () => {
  const connection = openConnection(port);
  connection.socket.write(Buffer.concat([sound, sound]));
  await connection.ended;
  expect(readAnswers(connection.text()).map(({ status }) => status)).toEqual([200, 200]);
});

function manyJobs() {
  return Array.from({ length: MANY }, (_, at) => ({ Job: at + 10, Title: "t".repeat(at + 1) }));
}

/** What a lenient parser would make of the bytes. */
function toApiRequest(bytes: Buffer, at: number): ApiRequest {
  const text = bytes.toString("latin1");
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const [start = "", ...lines] = head.split("\r\n");
  const [method = "", url = "/"] = start.split(" ");
  const headers = lines.map((line) => [
    line.split(":")[0]?.toLowerCase() ?? "",
    line.split(":")[1]?.trim() ?? "",
  ]);
  return {
    method,
    url,
    path: url.split("?")[0] ?? "",
    headers: Object.fromEntries(headers),
    body: { read: async (limit) => (body.length > limit ? "too-large" : Buffer.from(body, "latin1")) },
    id: String(at),
    caller: "10.0.0.1",
  };
}
