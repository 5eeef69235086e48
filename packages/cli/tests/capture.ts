/** Runs one command line in this process and keeps what it wrote. */

import { run } from "../src/run.ts";
import type { Environment } from "../src/terminal.ts";

export interface Captured {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function capture(...input: string[]): Promise<Captured> {
  const { done } = begin(input);
  return done;
}

/** A command under way: what it has written so far, and how to stop it. */
export function begin(input: readonly string[], environment: Environment = {}) {
  const stop = new AbortController();
  let out = "";
  let err = "";
  const running = run(input, {
    out: (text) => {
      out += `${text}\n`;
    },
    err: (text) => {
      err += `${text}\n`;
    },
    environment,
    stopped: stop.signal,
  });
  return {
    out: () => out,
    err: () => err,
    stop: () => stop.abort(),
    done: running.then((code): Captured => ({ code, out, err })),
  };
}
