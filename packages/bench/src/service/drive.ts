import { Agent, request } from "node:http";
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
