import { describe, expect, test } from "vitest";
import { diagnose } from "./diagnose.ts";
import { moveDiagnostic, printExcerpt } from "./diagnostic.ts";
import { writeInstead } from "./sentence.ts";
import { suggest } from "./suggest.ts";

const LONG = "🚢".repeat(5_000);

describe("diagnose", () => {
  test("cuts names and values within a sentence at 60 code points", () => {
    const cut = `${"🚢".repeat(60)}…`;
    const { message, hint } = diagnose("column/unknown", { name: LONG, table: "T", suggestion: "Name" });
    expect(message).toBe(`Table "T" has no column "${cut}".`);
    expect(hint).toBe('Did you mean "Name"?');
    expect(diagnose("name/ambiguous", { name: "n", candidates: [LONG, "b"] }).message).toContain(
      `"${cut}", "b"`,
    );
    expect(diagnose("key/missing", { name: "🚢".repeat(60) }).message).toContain(`"${"🚢".repeat(60)}"`);
  });

  test("cuts the column and the key of its location at 200", () => {
    const location = { row: 3, column: "x".repeat(201), key: LONG };
    expect(diagnose("key/missing", { name: "n" }, location)).toMatchObject({
      row: 3,
      column: `${"x".repeat(200)}…`,
      key: `${"🚢".repeat(200)}…`,
    });
    expect(diagnose("key/missing", { name: "n" }, { column: "x".repeat(200) }).column).toBe("x".repeat(200));
  });

  test("no sentence is longer than 1,000, wherever it was worded", () => {
    const own = "no ".repeat(1_000_000);
    expect(diagnose("rule/valid-if", { column: "c", value: "v", message: own }).message).toHaveLength(1_001);
  });
});

describe("what a hint says is there as data", () => {
  test("the name that it asks about, whole", () => {
    const near = "Name of the customer ".repeat(4);
    const { hint, suggestion } = diagnose("column/unknown", { name: "x", table: "T", suggestion: near });
    expect(hint).toBe(`Did you mean "${near.slice(0, 60)}…"?`);
    expect(suggestion).toBe(near);
  });

  test("no name where the hint says something else", () => {
    const details = { name: "x", suggestion: "People", hint: "X is a function: write X(…)." };
    expect(diagnose("name/unknown-table", details)).not.toHaveProperty("suggestion");
  });

  test("what it says to write, whole and at the place of the diagnostic", () => {
    const name = `[${"n".repeat(80)}]`;
    const details = { name: "n", ...writeInstead(name, " for the column") };
    const { hint, replacement } = diagnose("name/without-brackets", details, { start: 4, end: 9 });
    expect(hint).toBe(`Write [${"n".repeat(60)}…] for the column.`);
    expect(replacement).toEqual({ start: 4, end: 9, text: name });
    expect(diagnose("name/without-brackets", details)).not.toHaveProperty("replacement");
  });

  test("moves with the diagnostic", () => {
    const details = { name: "n", ...writeInstead("[n]") };
    const moved = moveDiagnostic(diagnose("name/without-brackets", details, { start: 1, end: 2 }), 10);
    expect(moved).toMatchObject({ start: 11, end: 12, replacement: { start: 11, end: 12, text: "[n]" } });
  });
});

describe("suggest", () => {
  test("looks at the beginning of a long name alone", () => {
    expect(suggest(`Name${" ".repeat(10_000_000)}`, ["Name"])).toBe("Name");
  });

  test("of very many candidates the first are compared", () => {
    function* names() {
      for (let number = 0; ; number++) yield `column ${number}`;
    }
    expect(suggest("colum 5", names())).toBe("column 5");
  });
});

describe("an excerpt", () => {
  const { hint: _, ...plain } = diagnose("key/missing", { name: "n" });
  const at = (start: number, end: number) => ({ ...plain, start, end });

  test("is the line and the place in it", () => {
    expect(printExcerpt("one\n\ttwo three\nfour", at(9, 14)).split("\n").slice(1)).toEqual([
      "  \ttwo three",
      "  \t    ^^^^^",
    ]);
  });

  test.each([
    [0, 5],
    [1500, 1505],
    [2995, 3000],
    [100, 2900],
  ])("of a line of 3,000 characters is the part around %d to %d", (start, end) => {
    const source = Array.from({ length: 300 }, (_, index) => `${String(index).padStart(9)},`).join("");
    const [, line = "", carets = ""] = printExcerpt(source, at(start, end)).split("\n");
    expect(line.length).toBeLessThanOrEqual(165);
    const from = carets.indexOf("^");
    const marked = line.slice(from, carets.length).replace("…", "");
    expect(source.slice(start, end).startsWith(marked)).toBe(true);
    expect(marked.length).toBeGreaterThan(0);
  });
});
