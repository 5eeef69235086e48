/** Command lines that are not understood, and help. */
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
  ["a row that is not JSON", ["eval", "1", "--row", "{"], "It is not JSON."],
  ["a row that is a list", ["eval", "1", "--row", "[]"], "It is not an object"],
  ["a time that is none", ["eval", "1", "--now", "noon"], "It is not a time"],
  ["a time zone that is none", ["eval", "1", "--timezone", "Mars/Base"], 'there is no time zone "Mars/Base"'],
])("%s: a sentence and exit code 2", async (_, input, words) => {
  const { code, out, err } = await capture(...input);
  expect(err).toContain(words);
  expect([code, out]).toEqual([2, ""]);
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
