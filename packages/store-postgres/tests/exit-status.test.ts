/** A run of the tests that has failed ends with the status of a failure. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("what loads the tests' server does not decide the status of its process", () => {
  const server = import.meta.resolve("./embedded-server.ts");
  const program = `await import(${JSON.stringify(server)}); process.exitCode = 3;`;
  const options = ["--conditions=source", "--input-type=module", "--eval", program];
  const { status, stderr } = spawnSync(process.execPath, options, { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(3);
});
