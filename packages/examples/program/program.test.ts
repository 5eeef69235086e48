/** Each program of docs/in-your-program.md and docs/engine-in-your-program.md is the file that it shows, and prints what the page says. */
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const here = import.meta.dirname;
const page = ["in-your-program", "engine-in-your-program"]
  .map((name) => readFileSync(resolve(here, `../../../docs/${name}.md`), "utf8"))
  .join("\n");
const shown = [...page.matchAll(/^```ts\n(.*?)^```\n\n```\n(.*?)^```$/gms)].map(([, source, printed]) => ({
  source,
  printed,
}));
const files = globSync("*.ts", { cwd: here }).filter((name) => !name.endsWith(".test.ts"));

test("the page shows every program", () => {
  expect(shown).toHaveLength(files.length);
});

test.each(files)("%s", async (file) => {
  const source = readFileSync(resolve(here, file), "utf8");
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=source", file], {
    cwd: here,
  });
  expect(shown.find((one) => one.source === source)?.printed).toBe(stdout);
});
