import { describe, expect, test } from "vitest";
import { compile } from "../../index.ts";
import type { Scope } from "../../parts.ts";

const scope: Scope = {
  columns: {
    N: "Number",
    Blank: "Number",
    Day: "Date",
    At: "DateTime",
    Mail: "Email",
    Flag: "Yes/No",
    Tags: "List of Text",
    Fee: "Price",
  },
  tables: { Items: { key: "ID", columns: { ID: "Text", Size: "Number" } } },
};

const context = {
  row: {
    N: 7,
    Day: "2026-03-14",
    At: "2026-03-14T09:30:00",
    Mail: "a@b.example",
    Tags: ["x", "Y"],
    Fee: 9.5,
  },
  tables: {
    Items: [
      { ID: "a", Size: 1 },
      { ID: "b", Size: 2 },
      { ID: "c", Size: null },
    ],
  },
};

describe("the results are of one type", () => {
  test.each([
    ["IF(TRUE, 1, 2.5)", "Decimal", 1],
    ['IF(FALSE, [Day], "")', "Date", null],
    ['IF(FALSE, [Day], "12/31/2026")', "Date", "2026-12-31"],
    ['IF(FALSE, [Day], "12/31/2026 10:00:00")', "DateTime", "2026-12-31T10:00:00"],
    ['IF(FALSE, [N], "4.5")', "Decimal", 4.5],
    ["IF([Flag], [Day], [At])", "DateTime", "2026-03-14T09:30:00"],
    ["IF(TRUE, [Day], [At])", "DateTime", "2026-03-14T00:00:00"],
    ['IF(FALSE, [Mail], "nobody")', "Email", "nobody"],
    ["IF(FALSE, [Mail], [N] & [N])", "Text", "77"],
    ['IF(FALSE, [Tags], "")', "List of Text", []],
    ['IF(TRUE, "", LIST("a"))', "List of Text", []],
    ["IF(TRUE, LIST(), LIST(1))", "List of Number", []],
    ["IFS(FALSE, [Tags])", "List of Text", []],
    ["IFS([Flag], [Fee])", "Price", null],
    ['IF(TRUE, "3", "4") + 1', "Number", 4],
    ['SWITCH([N], 7, "1/2/2026", "1/3/2026") + 1', "Date", "2026-01-03"],
    ["IF([Flag], [N], [_PARAM].[n])", "Number", null],
  ])("%s is %s", (source, type, answer) => {
    const compiled = compile(source, scope);
    expect(compiled.diagnostics).toEqual([]);
    expect(compiled.type).toBe(type);
    expect(compiled.evaluate(context)).toEqual(answer);
  });

  test.each([
    [
      'IF([Flag], [Day], "none")',
      'The results of IF must all be of one type, but one is Date and another is the text "none".',
      '"none"',
    ],
    [
      "IFS([Flag], 1, TRUE, [Tags])",
      "The results of IFS must all be of one type, but one is Number and another is List of Text.",
      "[Tags]",
    ],
    [
      "SWITCH([N], 1, [Day], [Fee])",
      "The results of SWITCH must all be of one type, but one is Date and another is Price.",
      "[Fee]",
    ],
    ["IF([N], 1, 2)", 'IF wants Yes/No for its argument "condition", not Number.', "[N]"],
    ['SWITCH([N], 1, "a", "x", "b", "c")', 'Number cannot be compared with the text "x".', '"x"'],
    ["IFS([Flag], 1, TRUE)", "The arguments of IFS do not pair up.", "IFS([Flag], 1, TRUE)"],
    ['SWITCH([N], 1, "a", 2, "b")', "The arguments of SWITCH do not pair up.", 'SWITCH([N], 1, "a", 2, "b")'],
  ])("%s is an error", (source, message, meant) => {
    const { diagnostics } = compile(source, scope);
    expect(diagnostics.map((one) => one.message)).toEqual([message]);
    expect(source.slice(diagnostics[0]?.start, diagnostics[0]?.end)).toBe(meant);
  });
});

describe("only what is chosen is evaluated", () => {
  test.each([
    ["IF([N] = 7, [N], 9007199254740991 * [N])", 7],
    ["IFS([N] = 8, 9007199254740991 * [N], [N] = 7, 1, 9007199254740991 * [N] > 0, 2)", 1],
    ["SWITCH([N], 6, 9007199254740991 * [N], 7, 1, 9007199254740991 * [N], 2, 3)", 1],
  ])("%s", (source, answer) => {
    expect(compile(source, scope).evaluate(context)).toBe(answer);
  });

  test("hundreds of branches", () => {
    const pairs = Array.from({ length: 480 }, (_, index) => `[N] = ${index + 100}, ${index}`).join(", ");
    expect(compile(`IFS(${pairs}, TRUE, -1)`, scope).evaluate(context)).toBe(-1);
    expect(compile(`SWITCH([N], ${pairs.replaceAll("[N] = ", "")}, -1)`, scope).evaluate(context)).toBe(-1);
  });
});

describe("SWITCH", () => {
  test.each([
    ['SWITCH([Blank], "", "blank", "filled")', "blank"],
    ['SWITCH([Blank], 0, "zero", "other")', "other"],
    ['SWITCH([Blank], [Blank], "same", "other")', "same"],
    ['SWITCH([Mail], "A@B.EXAMPLE", "found", "lost")', "found"],
    ['SWITCH([Day], "3/14/2026", "today", "another day")', "today"],
    ['SWITCH([Day], [At], "midnight", "3/14/2026", "some time", "never")', "some time"],
    ['SWITCH([N], 7.5, "more", 7.0, "just so", "else")', "just so"],
    ['SWITCH("7", [N], "the number", "else")', "the number"],
    ['SWITCH([Tags], LIST("X", "y"), "both", "else")', "both"],
    [
      'SWITCH(SWITCH([N], 7, "a", "b"), SWITCH([N], 8, "b", "a"), SWITCH("c", "C", "deep", ""), "else")',
      "deep",
    ],
    ['SWITCH([N] - 7, SWITCH([N] - 6, 1, 0, 9), "outer", "lost")', "outer"],
  ])("%s is %s", (source, answer) => {
    expect(compile(source, scope).evaluate(context)).toBe(answer);
  });

  test("the value is found once", () => {
    let asked = 0;
    const random = () => {
      asked += 1;
      return 0.999;
    };
    const { evaluate } = compile(
      'SWITCH(RANDBETWEEN(1, 6), 1, "a", 2, "b", 3, "c", 4, "d", 5, "e", "f")',
      scope,
    );
    expect(evaluate({ random })).toBe("f");
    expect(asked).toBe(1);
  });

  test("on every row of a scan", () => {
    const source = 'SELECT(Items[ID], SWITCH([Size], [_THISROW].[N] - 6, TRUE, "", TRUE, FALSE))';
    expect(compile(source, scope).evaluate(context)).toEqual(["a", "c"]);
  });

  test("a scan in a case looks at its own rows", () => {
    const source =
      'SWITCH([N] - 5, COUNT(FILTER("Items", SWITCH([Size], 1, TRUE, 2, TRUE, FALSE))), "two", "else")';
    expect(compile(source, scope).evaluate(context)).toBe("two");
  });

  test("in the blank mode legacy a blank case equals every value", () => {
    const { evaluate } = compile('SWITCH([N], [Blank], "any", "else")', { ...scope, blanks: "legacy" });
    expect(evaluate(context)).toBe("any");
  });
});
