import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bundledProgram } from "@tablewright/tooling/bundled-program";
import { buildConsole } from "./build-console.ts";

export interface ServedByCommand {
  /** Of the page to sign in at. */
  readonly address: string;
  /** Where the server was started, with the files that were put there. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** `tablewright serve` in a folder of its own, on a free port, once it is ready; `fill` puts files there. */
export async function serveByCommand(
  args: readonly string[],
  fill: (folder: string) => void = () => undefined,
): Promise<ServedByCommand> {
  buildConsole();
  const folder = mkdtempSync(join(tmpdir(), "tablewright-served-"));
  fill(folder);
  const program = bundledProgram("cli/src/main.ts");
  const server = spawn(process.execPath, [program, "serve", ...args, "--port", "0", "--log-level", "error"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  const address = await addressIn(server.stdout);
  await waitUntilReady(address);
  return {
    address,
    folder,
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
