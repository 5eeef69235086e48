/** An import that is killed and run again: no row twice, none missing, and every refused one in the file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../folder.ts";
import { isRefused, killImport } from "./kill-import.ts";

test("an import that is killed goes on where it was", async () => {
  const folder = folderOf({});
  const rows = 40_000;
  const places = Array.from({ length: rows }, (_, at) => at);
  const { numbers, refusedFile } = await killImport(`sqlite:${join(folder, "rows.sqlite")}`, folder, rows, 3);
  expect(numbers).toEqual(places.filter((at) => !isRefused(at)));
  const refused = readFileSync(refusedFile, "utf8").trimEnd().split("\n");
  expect(refused.map((line) => line.split(",").at(-1))).toEqual([
    "Number",
    ...places.filter(isRefused).map((at) => `x${at}`),
  ]);
});
