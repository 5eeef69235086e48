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
    printed<ListTransaction>("history-process.ts", [url, String(at), each]),
  );
  return (await Promise.all(parts)).flat();
}

/** The numbers that were given to rows, of as many processes as there are addresses. */
export async function numbersOfProcesses(urls: readonly string[], calls: number): Promise<readonly number[]> {
  const parts = urls.map((url) => printed<number>("number-process.ts", [url, String(calls)]));
  return (await Promise.all(parts)).flat().toSorted((one, other) => one - other);
}

async function printed<One>(script: string, parameters: readonly string[]): Promise<One[]> {
  const args = ["--conditions=source", new URL(script, import.meta.url).pathname, ...parameters];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 30 });
  return JSON.parse(stdout) as One[];
}
