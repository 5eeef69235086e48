/** A shadow whose process cannot follow: how often it is started, and what is known of it then. */
import { spawn } from "node:child_process";
import { expect, test, vi } from "vitest";
import { type FollowingShadow, followByShadow } from "./follow-by-shadow.ts";

const terms = { file: "new.yaml", address: "postgres://u:s3cret@h/d", functions: undefined };

/** Starts a process that runs a program's text. */
function running(program: string) {
  return () => spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "pipe"] });
}

function noting(notes: string[]) {
  const note = ({ message, details }: { message: string; details?: object }) =>
    void notes.push(`${message} ${JSON.stringify(details)}`);
  return { level: "info" as const, write: () => {}, note };
}

async function endOf(shadow: FollowingShadow): Promise<string[]> {
  const lines: string[] = [];
  const out = (text: string) => lines.push(text);
  await shadow.end({ out, err: () => {}, stopped: AbortSignal.abort(), environment: {} });
  return lines;
}

test("of a shadow that never followed the end says that no call was looked at", async () => {
  const notes: string[] = [];
  const shadow = followByShadow(terms, noting(notes), { start: running(""), pauses: [] });
  await expect.poll(() => notes.at(-1)).toMatch(/^There is no shadow any more\./);
  expect(await endOf(shadow)).toEqual(["not looked at: all calls, as no shadow has followed them"]);
});

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
  const start = vi.fn(running(program));
  const notes: string[] = [];
  const shadow = followByShadow(terms, noting(notes), { start, pauses: [1, 1] });
  expect(shadow.state()).toMatchObject({ isUp: false, compared: 0, followedUntil: undefined });
  await expect.poll(() => notes.at(-1)).toMatch(/^There is no shadow any more\. .*No memory/);
  expect(start).toHaveBeenCalledTimes(3);
  expect(notes.filter((note) => note.startsWith("The shadow has ended and is started again."))).toHaveLength(
    2,
  );
  expect(shadow.state()).toEqual({ isUp: false, compared: 6, differing: 3, followedUntil: 1_000 });
  const lines = await endOf(shadow);
  expect(lines[0]).toBe("looked at: calls since 1970-01-01T00:00:01.000Z");
  expect(lines.filter((line) => line.includes("1 of 2 that were compared"))).toHaveLength(3);
});
