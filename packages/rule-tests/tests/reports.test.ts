import { expect, test } from "vitest";
import { junitReport, listLaw, listLawSummary, listSummary, listTest } from "../src/index.ts";

const PASSED = { file: "a.test.yaml", name: "one", location: { line: 3 }, failures: [], milliseconds: 2 };
const FAILED = {
  ...PASSED,
  name: 'a "text" < & >\u0007',
  failures: [
    {
      location: { file: "a.test.yaml", line: 7, character: 5 },
      message: "The value is another one.",
      expected: '"a"',
      actual: '"b\n"',
    },
  ],
};

test("a list of tests tells what failed and where", () => {
  expect(listTest(PASSED)).toBe("  ok    one");
  expect(listTest({ ...FAILED, name: "two" })).toBe(
    [
      "  FAIL  two",
      "        a.test.yaml:7:5: The value is another one.",
      '          expected  "a"',
      '          actual    "b\n"',
    ].join("\n"),
  );
});

test.each([
  [[PASSED], "1 test, none failed; 20 ms, 50 tests a second"],
  [[PASSED, FAILED], "2 tests, 1 failed; 20 ms, 100 tests a second"],
])("%j", (tests, summary) => {
  expect(listSummary({ tests, milliseconds: 20, coverage: undefined })).toBe(summary);
});

test("a law that was never tried is not ok", () => {
  const law = { name: "undo is possible", broken: undefined, milliseconds: 1 };
  expect(listLaw({ ...law, held: 2 })).toBe("  ok    undo is possible: 2 times");
  expect(listLaw({ ...law, held: 0 })).toMatch(/^ {2}none {2}undo is possible: never tried, /u);
  const checked = { laws: [{ ...law, held: 0 }], seed: 1, runs: 100, taken: 5, refused: 2 };
  expect(listLawSummary(checked)).toContain("1 laws, none broken, 1 never tried; ");
});

test("JUnit's XML escapes what stands for itself nowhere", () => {
  expect(junitReport({ tests: [PASSED, FAILED], milliseconds: 4, coverage: undefined })).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites tests="2" failures="1" time="0.004">',
      '  <testsuite name="a.test.yaml" tests="2" failures="1" time="0.004">',
      '    <testcase name="one" classname="a.test.yaml" file="a.test.yaml" line="3" time="0.002"/>',
      '    <testcase name="a &quot;text&quot; &lt; &amp; &gt;\ufffd" classname="a.test.yaml" file="a.test.yaml" line="3" time="0.002">',
      '      <failure message="The value is another one.">a.test.yaml:7:5&#10;expected  &quot;a&quot;&#10;actual    &quot;b&#10;&quot;</failure>',
      "    </testcase>",
      "  </testsuite>",
      "</testsuites>",
    ].join("\n"),
  );
});
