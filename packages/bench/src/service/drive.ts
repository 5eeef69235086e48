import { Agent, request } from "node:http";
import { medianOf } from "../figure.ts";
import type { ServerProcess } from "./server-process.ts";

/** Makes the request number `at`: its path and what is posted there; nothing is posted where there is no body. */
export type MakeRequest = (at: number) => readonly [path: string, body?: object | undefined];

/** How many requests a server answers per second of its processor time, asked by `CALLERS` at a time. */
export async function drive(
  server: ServerProcess,
  makeRequest: MakeRequest,
  milliseconds: number,
  from: number,
): Promise<{ readonly perCpuSecond: number; readonly next: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const before = await server.usage();
  const end = performance.now() + milliseconds;
  let next = from;
  const call = async () => {
    do await ask(agent, server.port, ...makeRequest(next++));
    while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  const after = await server.usage();
  agent.destroy();
  return { perCpuSecond: (next - from) / (after.cpuSeconds - before.cpuSeconds), next };
}

const CALLERS = 8;

/** How many samples are taken of one server. */
export const SAMPLES = 5;

/** The text of the answer; anything but a success fails the measurement with it. */
export function ask(agent: Agent, port: number, path: string, body?: object | undefined): Promise<string> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const posted = text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  const headers = { ...posted, ApplicationAccessKey: "V2-bench" };
  const method = text === undefined ? "GET" : "POST";
  return new Promise((done, fail) => {
    const sent = request({ agent, host: "127.0.0.1", port, path, method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("error", fail);
      answer.on("end", () => {
        const answered = Buffer.concat(pieces).toString();
        if (answer.statusCode === 200 || answer.statusCode === 201) done(answered);
        else fail(new Error(`${answer.statusCode} ${answered.slice(0, 300)}`));
      });
    });
    sent.on("error", fail);
    sent.end(text);
  });
}

/** Milliseconds of processor time a request: the median of some samples of a server that has got no faster for a while. */
export async function driveAlone(
  server: ServerProcess,
  makeRequest: MakeRequest,
  milliseconds: number,
): Promise<number> {
  let from = await warmUp(server, makeRequest, milliseconds, 1);
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { perCpuSecond, next } = await drive(server, makeRequest, milliseconds, from);
    from = next;
    samples.push(1_000 / perCpuSecond);
  }
  return medianOf(samples);
}

/**
 * Drives a server, so many milliseconds at a time, until it gets no faster: a program of many functions is compiled long after one
 * of a single function is, and what is measured is what a caller gets of a server that is up. Answers the next request's number.
 */
export async function warmUp(
  server: ServerProcess,
  makeRequest: MakeRequest,
  milliseconds: number,
  from: number,
): Promise<number> {
  let best = 0;
  let next = from;
  for (let piece = 0, sinceBest = 0; piece < MOST_PIECES && sinceBest < NO_FASTER; piece++) {
    const driven = await drive(server, makeRequest, milliseconds, next);
    next = driven.next;
    sinceBest = piece >= FEWEST_PIECES && driven.perCpuSecond < best * A_GAIN ? sinceBest + 1 : 0;
    best = Math.max(best, driven.perCpuSecond);
  }
  return next;
}

/** What counts as faster, and in how many pieces one after the other nothing does. */
const A_GAIN = 1.03;
const NO_FASTER = 5;

const FEWEST_PIECES = 4;
const MOST_PIECES = 50;

export type Driven = readonly [server: ServerProcess, makeRequest: MakeRequest];

/**
 * Requests per second of processor time of two servers that have got no faster for a while, driven in turn so that whatever else the
 * machine does affects both: the medians of some samples of so many milliseconds.
 */
export async function driveInTurn(
  first: Driven,
  second: Driven,
  milliseconds: number,
  from = 1,
): Promise<readonly [first: number, second: number]> {
  const contestants = [first, second].map((driven) => ({ driven, next: from, samples: [] as number[] }));
  for (const contestant of contestants) {
    contestant.next = await warmUp(...contestant.driven, milliseconds, contestant.next);
  }
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const contestant of contestants) {
      const { perCpuSecond, next } = await drive(...contestant.driven, milliseconds, contestant.next);
      contestant.next = next;
      contestant.samples.push(perCpuSecond);
    }
  }
  const [one = Number.NaN, other = Number.NaN] = contestants.map(({ samples }) => medianOf(samples));
  return [one, other];
}
