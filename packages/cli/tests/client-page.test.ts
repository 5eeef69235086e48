/** What docs/client.md shows is what happens: its program is run on what `npm start` serves, with types that are fresh. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { begin, capture } from "./capture.ts";

const root = resolve(import.meta.dirname, "../../..");
const definition = resolve(root, "packages/examples/people/app.yaml");
const program = resolve(root, "packages/examples/client/find-people.ts");

test("the program of the page prints what the page says", async () => {
  const page = readFileSync(resolve(root, "docs/client.md"), "utf8");
  const [, shown, printed] = /^```ts\n([\s\S]*?)^```$[\s\S]*?^```\n([\s\S]*?)^```$/mu.exec(page) ?? [];
  expect(readFileSync(program, "utf8").replace(/^.*\n/u, "")).toBe(shown);
  const served = begin(["serve", definition, "--port", "0"]);
  await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 150_000 });
  const [RECORDS_URL = ""] = /http:\/\/[\d.:]+/u.exec(served.out()) ?? [];
  const run = promisify(execFile)(process.execPath, ["--conditions=source", program], {
    env: { ...process.env, RECORDS_URL },
  });
  expect((await run).stdout).toBe(printed);
  served.stop();
  await served.done;
});

test("the types that it uses are those of the definition", async () => {
  const { out } = await capture("types", definition);
  await expect(out).toMatchFileSnapshot("../../examples/client/application.ts");
});
