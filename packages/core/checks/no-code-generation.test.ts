import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const entry = pathToFileURL(resolve(import.meta.dirname, "../src/expression/index.ts")).href;

const program = `
  import { compile, functions } from ${JSON.stringify(entry)};
  let ran = 0;
  for (const { examples = [] } of functions) for (const [source] of examples) {
    const compiled = compile(source);
    if (compiled.ok) { compiled.evaluate({ now: "2026-03-14T15:09:26" }); ran++; }
  }
  try { new Function("return 1")(); } catch { console.log(ran); }
`;

test("every function runs where code may not be made of text", () => {
  const flags = ["--conditions=source", "--disallow-code-generation-from-strings", "--input-type=module"];
  const ran = execFileSync(process.execPath, [...flags, "-e", program], { encoding: "utf8" });
  expect(Number(ran), "eval or new Function came in, perhaps with a package").toBeGreaterThan(300);
});
