/** The program of docs/client.md is the one of the examples, with fresh types. The tests of pages run it and compare what it prints. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";

const root = resolve(import.meta.dirname, "../../..");
const program = resolve(root, "packages/examples/client/find-people.ts");

test("the program of the page is that of the examples", () => {
  const [, shown] =
    /^```ts\n([\s\S]*?)^```$/mu.exec(readFileSync(resolve(root, "docs/client.md"), "utf8")) ?? [];
  expect(readFileSync(program, "utf8").replace(/^.*\n/u, "")).toBe(shown);
});

test("the types that it uses are those of the definition", async () => {
  const { out } = await capture("types", resolve(root, "packages/examples/people/app.yaml"));
  await expect(out).toMatchFileSnapshot("../../examples/client/application.ts");
});
