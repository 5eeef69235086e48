import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { buildPublished } from "./build-published.ts";
import { beforeExit, controlServer, type ServerProcess } from "./server-process.ts";
import type { Place } from "./with-place.ts";

/** Starts `tablewright serve` as users have it, built and installed, over the SQLite file of a place, and waits until it listens. */
export async function startPublished(definition: string, place: Place): Promise<ServerProcess> {
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
