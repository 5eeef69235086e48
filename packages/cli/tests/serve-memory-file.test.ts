/** Serving from memory with a file: it is loaded at the start and saved at the end. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { begin, capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

test("rows outlive the server, and data beside the definition fill a new file only", async () => {
  const folder = folderOf({ "app.yaml": definitionOf(), "data/Notes.csv": "Note\nfrom the folder\n" });
  const file = join(folder, "rows.jsonl");
  const input = [join(folder, "app.yaml"), "--store", `memory:${file}`];
  expect((await serveOnce(input)).out).toContain("Notes: 1 row loaded");
  const saved = readFileSync(file, "utf8");
  expect(saved).toContain('{"table":"Notes","number":1,"row":{"Note":"from the folder"}}\n');
  const second = await serveOnce(input);
  expect(second.out).not.toContain("loaded");
  expect(second.out).toContain("  Notes       1 row\n");
  expect(second.code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(saved);
});

test("a file of something else is a sentence, and stays as it is", async () => {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const file = join(folder, "app.yaml");
  const { code, err } = await capture("serve", file, "--port", "0", "--store", `memory:${file}`);
  expect(code).toBe(1);
  expect(err).toContain(`"${file}" is not loaded: Line 1 is cut off or is something else`);
  expect(readFileSync(file, "utf8")).toBe(definitionOf());
});

test("a server that cannot save says so and has failed", async () => {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const input = [join(folder, "app.yaml"), "--store", `memory:${join(folder, "rows.jsonl")}`];
  const { code, err } = await serveOnce(input, () => rmSync(folder, { recursive: true }));
  expect(code).toBe(1);
  expect(err).toContain('rows.jsonl" is not saved: ENOENT');
  expect(err).not.toContain("\n    at ");
});

async function serveOnce(input: readonly string[], meanwhile = () => {}) {
  const served = begin(["serve", ...input, "--port", "0"]);
  await expect.poll(() => served.out() + served.err()).toContain("curl ");
  meanwhile();
  served.stop();
  return served.done;
}
