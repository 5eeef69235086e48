import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { createClient } from "@tablewright/client";
import { exampleFiles } from "@tablewright/examples";
import { buildConsole } from "../build-console.ts";

export const KEY = "V2-sales-local-key";

/** The sales example as docs/console.md has it served, after an order was packed and shipped. */
export async function serveSales(): Promise<{ readonly address: string; stop(): Promise<void> }> {
  buildConsole();
  const folder = mkdtempSync(join(tmpdir(), "tablewright-sales-"));
  const program = resolve(import.meta.dirname, "../../../cli/src/main.ts");
  const { definition } = exampleFiles("sales");
  const args = [
    "--conditions=source",
    program,
    "serve",
    definition,
    "--port",
    "0",
    "--mail-folder",
    "mails",
    "--log-level",
    "error",
  ];
  const server = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "exit");
  const address = await addressIn(server.stdout);
  await waitUntilReady(address);
  await shipAnOrder(new URL(address).origin);
  return {
    address,
    stop: async () => {
      server.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = /^Console: (\S+)/u.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("The server has ended before it served the console.");
}

async function waitUntilReady(address: string): Promise<void> {
  while (!(await fetch(new URL("/readyz", address))).ok)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

async function shipAnOrder(url: string): Promise<void> {
  const sales = createClient({ url, app: "sales", key: KEY });
  await sales.invoke("Pack And Ship", "Orders", [{ "Order ID": 7705 }]);
}
