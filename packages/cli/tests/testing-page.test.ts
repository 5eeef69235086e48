/** docs/testing.md, followed word by word. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const page = readFileSync(resolve(import.meta.dirname, "../../../docs/testing.md"), "utf8");
const [definition = "", tests = ""] = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(
  ([, text = ""]) => text,
);

test("its first tests pass", async () => {
  const folder = folderOf({ "app.yaml": definition, "app.test.yaml": tests });
  const { code, out, err } = await capture("test", join(folder, "app.yaml"));
  expect(err).toBe("");
  expect(out).toContain("3 tests, none failed");
  expect(code).toBe(0);
});

test("a test that fails is printed as it says", async () => {
  const [, printed = ""] = /^```\n(app\.test\.yaml\n[\s\S]*?)\d+ tests, 1 failed/m.exec(page) ?? [];
  const expected = tests.replace("{ rows: [{ Order ID: 1 }] }", "{ rows: [{ Order ID: 3 }] }");
  const folder = folderOf({ "app.yaml": definition, "app.test.yaml": expected });
  const { code, out } = await capture("test", join(folder, "app.yaml"));
  expect(printed).not.toBe("");
  expect(out.replaceAll(`${folder}/`, "")).toContain(printed);
  expect(code).toBe(1);
});
