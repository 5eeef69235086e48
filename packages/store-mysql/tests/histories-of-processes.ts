import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ListTransaction } from "@tablewright/store-contract/histories";

/** What so many transactions did, of as many processes as there are addresses of the database, each by its own. */
export async function historiesOfProcesses(
  urls: readonly string[],
  transactions: number,
): Promise<ListTransaction[]> {
  const script = new URL("history-process.ts", import.meta.url).pathname;
  const each = String(Math.ceil(transactions / urls.length));
  const parts = urls.map(async (url, at) => {
    const args = ["--conditions=source", script, url, String(at), each];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 30 });
    return JSON.parse(stdout) as ListTransaction[];
  });
  return (await Promise.all(parts)).flat();
}
