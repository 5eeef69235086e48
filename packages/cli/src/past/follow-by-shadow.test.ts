/** A shadow whose process cannot follow: how often it is started, and what is known of it then. */
import { spawn } from "node:child_process";
import { expect, test, vi } from "vitest";
import { followByShadow } from "./follow-by-shadow.ts";

test("a shadow that ends each time is started so often, and then no more; what it found stays", async () => {
  const found = {
    calls: 2,
    compared: 2,
    differing: 1,
    differences: [],
    followedUntil: 1_000,
    isBehind: false,
  };
  const report = { ...found, changed: {}, notRun: {}, examples: {}, asNow: [] };
  const line = JSON.stringify(report);
  // Functions of the program may print, too, and what is killed is so within a line.
  const printed = ["[loading]", "null", "{}", line].join("\n").concat("\n", line.slice(0, 20));
  const program = `process.stdout.write(${JSON.stringify(printed)}); console.error("No memory at s3cret."); process.exit(3);`;
  const start = vi.fn(() => spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "pipe"] }));
  const notes: string[] = [];
  const log = {
    level: "info" as const,
    write: () => {},
    note: ({ message, details }: { message: string; details?: object }) =>
      void notes.push(`${message} ${JSON.stringify(details)}`),
  };
  const terms = { file: "new.yaml", address: "postgres://u:s3cret@h/d", functions: undefined };
  const shadow = followByShadow(terms, log, { start, pauses: [1, 1] });
  expect(shadow.state()).toMatchObject({ isUp: false, compared: 0, followedUntil: undefined });
  await expect.poll(() => notes.at(-1)).toMatch(/^There is no shadow any more\. .*No memory/);
  expect(start).toHaveBeenCalledTimes(3);
  expect(notes.filter((note) => note.startsWith("The shadow has ended and is started again."))).toHaveLength(
    2,
  );
  expect(shadow.state()).toEqual({ isUp: false, compared: 6, differing: 3, followedUntil: 1_000 });
  const lines: string[] = [];
  await shadow.end({
    out: (text) => lines.push(text),
    err: () => {},
    stopped: AbortSignal.abort(),
    environment: {},
  });
  expect(lines.filter((line) => line.includes("1 of 2 that were compared"))).toHaveLength(3);
});
