/** The handler of web requests answers alike in every runtime that has them. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "tablewright-runtimes-"));
const program = join(folder, "program.mjs");
const run = promisify(execFile);
let answersOfNode: string;

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, "answer-requests.ts")],
    outfile: program,
    bundle: true,
    conditions: ["source", "browser"],
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    format: "esm",
  });
  answersOfNode = (await run(process.execPath, [program])).stdout;
});
afterAll(() => rmSync(folder, { recursive: true }));

test("Node", () => {
  const answers = JSON.parse(answersOfNode) as readonly { readonly status: number }[];
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 200, 400, 200, 400, 405]);
});

/** The package registry has a Deno of 100 MB, which is fetched where everything is tried, or when asked for. */
const isAsked = process.env.CI !== undefined || process.env.TABLEWRIGHT_DENO !== undefined;

test.skipIf(!isAsked)("Deno (CI, or with TABLEWRIGHT_DENO=1)", async () => {
  const { stdout } = await run("npx", ["--yes", "deno@2.9.6", "run", "--no-config", program], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1" },
  });
  expect(stdout).toBe(answersOfNode);
});
