/** Command lines that are not understood, and help. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";

test.each<[string, string[], string]>([
  ["an unknown command", ["sevre"], "unknown command 'sevre'"],
  ["an unknown option", ["check", "--jsno", "x.yaml"], "unknown option '--jsno'"],
  ["no definition", ["serve"], "No definition is named"],
  [
    "a port that is no number",
    ["serve", "x.yaml", "--port", "http"],
    '--port is "http", and a number from 0 to 65535 is expected.',
  ],
  ["a port beyond the last", ["serve", "x.yaml", "--port", "65536"], '--port is "65536", and a number'],
  ["an unknown wire", ["serve", "x.yaml", "--wire", "xml"], "spec, appsheet or typed is expected"],
  ["a row that is not JSON", ["eval", "1", "--row", "{"], 'It is not JSON such as {"Price": 12.5}.'],
  ["a row that is a list", ["eval", "1", "--row", "[]"], "It is not an object"],
  ["a time that is none", ["eval", "1", "--now", "noon"], "It is not a time"],
  [
    "a time zone that is none",
    ["eval", "1", "--timezone", "Mars/Base"],
    "is not a time zone such as Europe/Berlin",
  ],
])("%s: a sentence and exit code 2", async (_, input, words) => {
  const { code, out, err } = await capture(...input);
  expect(err).toContain(words);
  expect([code, out]).toEqual([2, ""]);
});

test.each<[string[], string, string]>([
  [["migrate", "app.yaml"], "tablewright migrate [options] <definition>", "tablewright migrate"],
  [["keys", "new", "app.yaml"], "tablewright keys new [options] <definition> <name>", "tablewright keys new"],
  [["keys", "add"], "tablewright keys [options] [command]", "tablewright keys"],
  [["sevre"], "tablewright [options] [command]", "tablewright"],
])("%j: the usage follows what is wrong", async (input, usage, command) => {
  const { err } = await capture(...input);
  expect(err).toMatch(/^error: .+\n/u);
  expect(err).toContain(`\nUsage: ${usage}\nHelp: ${command} --help\n`);
});

test("a misspelt file is answered with the name of the one beside it, a folder that is missing with its reason", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-"));
  const file = join(folder, "app.yaml");
  writeFileSync(file, "tablewright: 1\napp: { id: shop, name: Shop }\ntables: {}\n");
  const misspelt = await capture("check", join(folder, "ap.yaml"));
  expect(misspelt.out).toContain(`there is no such file, but there is "${file}".`);
  const unlike = await capture("check", join(folder, "9117"));
  expect(unlike.out).toContain("there is no such file. (");
  const types = await capture("types", file, "--out", join(folder, "src", "shop.ts"));
  expect(types.err).toContain("cannot be written: its folder does not exist.\n");
  rmSync(folder, { recursive: true });
});

test("without a command the help is shown, and nothing was done", async () => {
  const { code, err } = await capture();
  expect(err).toContain("Usage: tablewright");
  expect(code).toBe(2);
});

test("help is what was asked for", async () => {
  const { code, out } = await capture("--help");
  expect(out).toMatch(/serve [\s\S]*check [\s\S]*eval /u);
  expect(code).toBe(0);
});
