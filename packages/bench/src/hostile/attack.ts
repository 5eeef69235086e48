/** What an attack is, the requests that it sends, and how their answers are judged. */
import { Agent, request } from "node:http";
import { KEYS } from "./fortress.ts";

/** Something that a caller with a valid key, or without one, does to a server. */
export interface Attack {
  readonly name: string;
  /** Carries it out; `scale` 1 is all of it, less a share. */
  run(port: number, scale: number): Promise<AttackReport>;
}

interface AttackReport {
  /** What came back how often. */
  readonly answers: readonly string[];
  /** What should not have come back, in words. */
  readonly errors: readonly string[];
}

/** At least one, and at most the whole. */
export function shareOf(whole: number, scale: number): number {
  return Math.max(1, Math.round(whole * scale));
}

/** What came back of all rounds, which follow one another. */
export async function inRounds(
  rounds: number,
  round: () => Promise<readonly Received[]>,
): Promise<readonly Received[]> {
  const received: Received[] = [];
  for (let at = 0; at < rounds; at++) received.push(...(await round()));
  return received;
}

/** What came back, with an error for each answer that is not expected, or longer than so many characters. */
export function judgeAnswers(
  received: readonly Received[],
  expected: readonly (number | string)[],
  longest?: number,
): AttackReport {
  return { answers: tally(received), errors: expectAnswers(received, expected, longest) };
}

/** An error for each answer that is none of these, or longer than so many characters. */
export function expectAnswers(
  received: readonly Received[],
  expected: readonly (number | string)[],
  longest = Number.POSITIVE_INFINITY,
): readonly string[] {
  const errors = received.flatMap(({ status, code, text }) => {
    const isExpected = expected.includes(status) || (code !== undefined && expected.includes(code));
    if (!isExpected)
      return [`${status} ${code ?? text.slice(0, 200)}, where ${expected.join(" or ")} is due`];
    return text.length > longest ? [`an answer of ${text.length} characters`] : [];
  });
  return [...new Set(errors)];
}

interface Posted {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Received {
  readonly status: number;
  /** Of a problem. */
  readonly code: string | undefined;
  readonly text: string;
  readonly milliseconds: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 });

/** Posts a call on a table; a body that is an object goes as JSON. */
export function post(
  port: number,
  table: string,
  body: object | string | Uint8Array,
  { key = KEYS.attacker, headers = {} }: Posted = {},
): Promise<Received> {
  const sent = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const path = `/api/v2/apps/fortress/tables/${table}/Action`;
  const all = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(sent),
    ApplicationAccessKey: key,
    ...headers,
  };
  return exchange(port, "POST", path, all, sent);
}

export function get(port: number, path: string): Promise<Received> {
  return exchange(port, "GET", path, {}, "");
}

function exchange(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>>,
  body: string | Uint8Array,
): Promise<Received> {
  const started = performance.now();
  return new Promise((done, fail) => {
    const outgoing = request({ agent, host: "127.0.0.1", port, method, path, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("error", fail);
      answer.on("end", () => {
        const text = Buffer.concat(pieces).toString();
        const [, code] = /"code":"([a-z]+\/[a-z-]+)","traceId"/u.exec(text) ?? [];
        done({ status: answer.statusCode ?? 0, code, text, milliseconds: performance.now() - started });
      });
    });
    outgoing.on("error", ({ message }) =>
      fail(
        new Error(
          `${message}, on a connection ${outgoing.reusedSocket ? "used before" : "of its own"}: ${path}`,
        ),
      ),
    );
    outgoing.end(body);
  });
}

/** What came back how often, such as `400 limit/fuel × 16`. */
export function tally(received: readonly Received[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { status, code } of received) {
    const name = code === undefined ? String(status) : `${status} ${code}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} × ${count}`);
}
