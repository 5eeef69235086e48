/** The files of this folder are the programs of docs/in-your-program.md and docs/engine-in-your-program.md. */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const here = import.meta.dirname;
const page = ["in-your-program", "engine-in-your-program"]
  .map((name) => readFileSync(resolve(here, `../../../docs/${name}.md`), "utf8"))
  .join("\n");
const shown = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, source = ""]) => source);
const files = globSync("*.ts", { cwd: here }).filter((name) => !name.endsWith(".test.ts"));

// The tests of pages run what a page shows, and compare what it prints.
test("the pages show every program", () => {
  const sources = files.map((file) => readFileSync(resolve(here, file), "utf8"));
  expect(shown.toSorted()).toEqual(sources.toSorted());
});
