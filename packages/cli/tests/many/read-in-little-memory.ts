import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { bundledProgram } from "@tablewright/tooling/bundled-program";
import { expect } from "vitest";

/** Rows that take twenty megabytes more than the program when they are held together. */
const COUNT = 60_000;

/** Reads them, by a condition that the store leaves to the engine and as an answer, in a process that has not that much. */
export async function readInLittleMemory(address: string): Promise<void> {
  const program = bundledProgram("cli/tests/many/read-many-rows.ts");
  const input = ["--max-old-space-size=40", program, address, String(COUNT)];
  const { stdout } = await promisify(execFile)(process.execPath, input);
  const { pushed, few, all } = JSON.parse(stdout);
  expect(pushed).toEqual([false]);
  expect(few).toEqual([777, 50_777]);
  expect(all).toMatchObject({
    count: COUNT,
    end: expect.stringMatching(/ 59999: nothing but hay".*\}\]$/u),
  });
}
