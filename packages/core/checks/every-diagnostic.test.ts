import { expect, test } from "vitest";
import { catalogue } from "../src/diagnostics/index.ts";
import { compile } from "../src/expression/index.ts";
import { DIAGNOSTIC_CASES, DIAGNOSTIC_SCOPE } from "./diagnostic-cases.ts";
import { allFiles, type SourceFile, sourceFiles } from "./source-files.ts";

const codes = Object.keys(catalogue);
const raised = codesNamedIn(sourceFiles.filter(isShipped));
const expected = codesNamedIn(allFiles.filter(isTest));

test("every code is raised by a source", () => {
  const missing = codes.filter((code) => !raised.has(code));
  expect(missing, "Raise each of these codes somewhere, or take it out of the catalogue.").toEqual([]);
});

test("every code is expected by a test", () => {
  const missing = codes.filter((code) => !expected.has(code));
  const advice =
    "Add a case that produces each of these codes: of an expression to checks/diagnostic-cases.ts, else beside its stage.";
  expect(missing, advice).toEqual([]);
});

const cases = DIAGNOSTIC_CASES.map(([code, source, table = "Orders"]) => [code, source, table] as const);

test.each(cases)("%s is reported of %s", (code, source, table) => {
  const { diagnostics } = compile(source, { ...DIAGNOSTIC_SCOPE, table });
  expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
});

function isShipped({ path, package: name }: SourceFile): boolean {
  return name !== "store-contract" && !/\/diagnostics\/(expression-)?catalogue\.ts$/.test(path);
}

/** Everything that runs as a test, and the data of such files; not the samples of the page about errors, nor this list. */
function isTest({ path, package: name, isTest: isTestFile }: SourceFile): boolean {
  if (/\/(errors-page|definition-samples|every-diagnostic\.test)\.ts$/.test(path)) return false;
  const isTestData = /^packages\/[^/]+\/(tests|checks|conformance)\//.test(path);
  return isTestFile || isTestData || ["engine-tests", "store-contract", "examples"].includes(name);
}

/** Codes that stand in texts of the files; what a comment mentions does not count. */
function codesNamedIn(files: readonly SourceFile[]): ReadonlySet<string> {
  return new Set(files.flatMap((file) => withoutComments(file).match(/\b[a-z]+\/[a-z]+(-[a-z]+)*\b/g) ?? []));
}

function withoutComments({ text, parsed }: SourceFile): string {
  const blanked = text.split("");
  for (const { start, end } of parsed.comments) blanked.fill(" ", start, end);
  return blanked.join("");
}
