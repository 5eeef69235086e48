import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ListTransaction } from "@tablewright/store-contract/histories";

/** What so many transactions did, of as many processes as there are addresses of the database, each by its own. */
export async function historiesOfProcesses(
  urls: readonly string[],
  transactions: number,
): Promise<ListTransaction[]> {
  const each = String(Math.ceil(transactions / urls.length));
  const parts = urls.map((url, at) =>
    printed<ListTransaction>(new URL("history-process.ts", import.meta.url), [url, String(at), each]),
  );
  return (await Promise.all(parts)).flat();
}

/** The numbers that were given to rows, of as many processes as there are addresses. */
export async function numbersOfProcesses(urls: readonly string[], calls: number): Promise<readonly number[]> {
  const parts = urls.map((url) =>
    printed<number>(new URL("number-process.ts", import.meta.url), [url, String(calls)]),
  );
  return (await Promise.all(parts)).flat().toSorted((one, other) => one - other);
}

async function printed<One>(script: URL, parameters: readonly string[]): Promise<One[]> {
  const args = ["--conditions=source", script.pathname, ...parameters];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 30 });
  return JSON.parse(stdout) as One[];
}
