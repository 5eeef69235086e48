/** What the README shows is what happens: its requests are sent. The tests of pages run its programs, which are those of the examples. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { begin } from "./capture.ts";
import { hasCurl } from "./has-curl.ts";

const root = resolve(import.meta.dirname, "../../..");
const readme = readFileSync(resolve(root, "README.md"), "utf8");
const run = promisify(execFile);

/** The code blocks of one language, in order. */
function blocks(language: string): string[] {
  return [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gmu)]
    .filter(([, name]) => name === language)
    .map(([, , text = ""]) => text);
}

test.skipIf(!hasCurl)("each request of the README gets the answer printed after it (with curl)", async () => {
  const served = begin(["serve", resolve(root, "packages/examples/people/app.yaml"), "--port", "0"]);
  await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 150_000 });
  const address = /served at (http:\/\/[^/]+)/u.exec(served.out())?.[1] ?? "";
  const requests = blocks("sh").filter((block) => block.startsWith("curl "));
  const answers = blocks("json").map((block) => JSON.parse(block));
  expect(requests.length).toBe(answers.length);
  for (const [index, request] of requests.entries()) {
    const { stdout } = await run("sh", ["-c", request.replace("http://127.0.0.1:8080", address)]);
    const answer = JSON.parse(stdout);
    if ("traceId" in answer) answer.traceId = answers[index].traceId;
    expect(answer).toEqual(answers[index]);
  }
  served.stop();
  await served.done;
});

test.each([
  ["packages/examples/decisions/decide.ts", 0],
  ["packages/examples/expression-only/evaluate.ts", 1],
  ["packages/examples/embed/serve-records.ts", 2],
])("%s is in the README", (path, index) => {
  const [, program = ""] = /^\/\*\*.*\*\/\n([\s\S]*)$/u.exec(readFileSync(resolve(root, path), "utf8")) ?? [];
  expect(blocks("ts")[index]).toBe(program);
});
