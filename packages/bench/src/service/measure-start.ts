import { fork, spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { dirname, join, resolve } from "node:path";
import { transformSync } from "esbuild";
import type { Measure } from "../figure.ts";
import { ask } from "./drive.ts";
import { PATH } from "./operations.ts";
import { definitionOf } from "./records.ts";
import { beforeExit, controlServer, type ServerProcess, startServer } from "./server-process.ts";
import { type Place, withPlace } from "./with-place.ts";

/**
 * `tablewright serve` as published over an SQLite file with all rows: seconds from the start to the first answer, the memory
 * then, and what reading it all adds.
 */
export const measureStart: Measure = async ({ rows }) =>
  withPlace("sqlite", async (place) => {
    const serving = { kind: "sqlite", rows, shape: "plain" } as const;
    await (await startServer("ours", serving, place)).stop();
    const server = await startPublished(definitionOf("plain"), place);
    const agent = new Agent();
    const began = performance.now();
    await ask(agent, server.port, PATH, { Action: "Find", Rows: [{ Id: 1 }] });
    const seconds = (server.startedIn + performance.now() - began) / 1_000;
    const { memory } = await server.usageWhenCollected();
    server.watchMemory();
    await ask(agent, server.port, PATH, { Action: "Find" });
    const afterwards = await server.usage();
    agent.destroy();
    await server.stop();
    return [
      { name: "start to first answer", ratio: seconds },
      { name: "memory after start", ratio: memory },
      { name: "growth by reading all rows", ratio: Math.max(afterwards.peak - memory, 0) },
    ];
  });

/** Starts `tablewright serve` as users have it, built and installed, over the SQLite file of a place, and waits until it listens. */
async function startPublished(definition: string, place: Place): Promise<ServerProcess> {
  const command = buildPublished();
  const rows = place.address("ours");
  const file = `${rows}.yaml`;
  writeFileSync(file, definition);
  const flags = ["--expose-gc", "--import", questionsModule()];
  const started = performance.now();
  const child = fork(command, ["serve", file, "--store", `sqlite:${rows}`, "--port", "0"], {
    execArgv: flags,
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  const port = await beforeExit(
    child,
    new Promise<number>((found) => {
      let output = "";
      child.stdout?.on("data", (text) => {
        output += text;
        const [, number] = /served at http:\/\/[^/]*:(\d+)/u.exec(output) ?? [];
        if (number !== undefined) found(Number(number));
      });
    }),
  );
  return controlServer(child, place, { port, startedIn: performance.now() - started, fillSeconds: 0 });
}

/** As JavaScript: to load TypeScript costs a process 45 ms and 18 MB, which are none of the server's. */
function questionsModule(): string {
  const source = readFileSync(join(import.meta.dirname, "answer-questions.ts"), "utf8");
  const { code } = transformSync(source, { loader: "ts", format: "esm" });
  return `data:text/javascript,${encodeURIComponent(`${code}answerQuestions();`)}`;
}

const repository = resolve(import.meta.dirname, "../../../..");
const packages = join(repository, "packages");

/** The file of the command `tablewright` as it is published; everything is built when it is missing or older than its sources. */
function buildPublished(): string {
  if (publicPackages().some(isStale)) {
    const { status } = spawnSync("npm run -s build", { cwd: repository, shell: true, stdio: "ignore" });
    if (status !== 0) throw new Error('The packages cannot be built; "npm run build" says why.');
  }
  return join(packages, "cli/dist/main.js");
}

function publicPackages(): readonly string[] {
  const manifests = globSync("*/package.json", { cwd: packages }).map((path) => join(packages, path));
  return manifests.filter((file) => !JSON.parse(readFileSync(file, "utf8")).private).map(dirname);
}

function isStale(folder: string): boolean {
  const built = ["dist/index.js", "dist/main.js"].map((file) => join(folder, file)).find(existsSync);
  if (built === undefined) return true;
  const sources = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" });
  const files = [
    ...sources.map((file) => join(folder, "src", file)),
    join(folder, "package.json"),
    join(packages, "tooling/build-package.mjs"),
  ];
  const builtAt = statSync(built).mtimeMs;
  return files.some((file) => statSync(file).mtimeMs > builtAt);
}
