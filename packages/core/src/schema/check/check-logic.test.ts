import { describe, expect, test } from "vitest";
import { loadDefinition } from "../load-definition.ts";

const HEAD = "tablewright: 1\napp: { id: a, name: A }\ntables:\n";

/** What is said of a definition, each with its member and the part that is meant, and the facts that show it. */
function foundIn(tables: string, rest = ""): readonly string[] {
  const { output, diagnostics } = loadDefinition(`${HEAD}${tables}\n${rest}`);
  expect(output, JSON.stringify(diagnostics)).toBeDefined();
  return diagnostics.map(({ code, member = "", start, end, example }) => {
    const shown = example === undefined ? [] : [JSON.stringify(example)];
    return [code, member.replace(/^tables\.T\.(columns\.)?/, ""), `${start}-${end}`, ...shown].join(" ");
  });
}

const columns = `      ID: { type: Text }
      Status: { type: Enum, values: [new, open, done], required: true }
      Size: { type: Number, min: 0, max: 100, required: true }
      Share: { type: Decimal, min: 0 }
      Note: { type: Text }
      Due: { type: Date }
      Sent: { type: Yes/No, required: true }
      Other: { type: Ref, table: T }`;

const virtual = (formula: string, type = "Text") =>
  `  T:\n    key: [ID]\n    columns:\n${columns}\n      V: { type: ${type}, virtual: true, formula: ${JSON.stringify(formula)} }`;

describe("a call of a function or a decision", () => {
  const functions = `functions:
  BAND: { parameters: { size: Number }, result: Text, formula: 'IF([size] > 50, "big", IFS([size] > 20, "mid", TRUE, "small"))' }
decisions:
  RATE:
    parameters: { tier: { type: Enum, values: [none, gold], required: true }, total: Number }
    type: Number
    hit: first
    rows: [[gold, ">= 1000", 3], [gold, "-", 2], [none, "> 5", 1]]
    otherwise: 0`;

  test.each<[formula: string, found: readonly string[]]>([
    ['RATE("gold", [Size])', []],
    ['RATE("gold", 5) + RATE("none", [Size])', []],
    ['IF([Sent], RATE("none", 3), LEN(BAND(7)))', []],
    ["LEN(BAND([Size]) & BAND(99))", []],
    ['IF(RATE("gold", [Size]) > 5, 1, 2)', ["logic/never-true V.formula 3-27"]],
    ['IF(BAND([Size]) = "huge", 1, 2)', ["logic/never-true V.formula 3-24"]],
    ['RATE(IF([Size] > 100, "gold", "none"), 2)', ["logic/never-true V.formula 8-20"]],
  ])("%s", (formula, found) => {
    const told = foundIn(virtual(formula, "Number"), functions).filter((one) => one.startsWith("logic/"));
    expect(told).toEqual(found);
  });
});

describe("branches that are not reached, and conditions that are never or always TRUE", () => {
  test.each<[formula: string, found: readonly string[]]>([
    ['IF([Size] > 5, "a", "b")', []],
    ['IF([Size] > 100, "a", "b")', ["logic/never-true V.formula 3-15"]],
    ['IF([Size] >= 0, "a", "b")', ["logic/always-true V.formula 3-14"]],
    ['IF([Share] >= 0, "a", "b")', []],
    ['IF(AND([Size] > 10, [Size] < 11), "a", "b")', ["logic/never-true V.formula 3-32"]],
    ['IF(AND([Share] > 10, [Share] < 11), "a", "b")', []],
    ['IF(OR([Status] <> "new", [Status] <> "open"), "a", "b")', ["logic/always-true V.formula 3-44"]],
    ['IF(AND([Note] = "x", OR([Due] > "2026-01-01", [Note] = "y")), "a", "b")', []],
    ['IF(AND([Note] = "x", [Note] = "Y"), "a", "b")', ["logic/never-true V.formula 3-34"]],
    ['IF(OR([Sent], AND([Note] = "x", [Note] = "y")), "a", "b")', ["logic/never-true V.formula 14-45"]],
    ['IF(AND(ISBLANK([Note]), [Note] = "x"), "a", "b")', ["logic/never-true V.formula 3-37"]],
    ['IF(TRUE, "a", "b")', []],
    ['IFS([Size] > 10, "a", [Size] > 20, "b")', ['logic/unreachable V.formula 22-33 {"Size":21}']],
    ['IFS([Size] > 20, "a", [Size] > 10, "b", TRUE, "c")', []],
    [
      'IFS([Sent], "a", NOT([Sent]), "b", [Size] = 1, "c")',
      ['logic/unreachable V.formula 35-45 {"Sent":true,"Size":1}'],
    ],
    ['IFS(ISBLANK([Share]), "a", [Share] >= 0, "b", TRUE, "c")', []],
    ['IF([Size] > 10, IF([Size] < 5, "a", "b"), "c")', ["logic/never-true V.formula 19-29"]],
    ['IF([Size] > 10, "a", IF([Size] > 20, "b", "c"))', ['logic/unreachable V.formula 24-35 {"Size":21}']],
    [
      'SWITCH([Status], "new", "a", "open", "b", "NEW", "c", "d")',
      ['logic/unreachable V.formula 42-47 {"Status":"new"}'],
    ],
    ['SWITCH([Status], "new", "a", "open", "b", "c")', []],
    ['SWITCH([Size] > 5, TRUE, "a", FALSE, "b", "c")', []],
    ['IF([Other].[Size] < 0, "a", "b")', ["logic/never-true V.formula 3-21"]],
    ['IF(ISBLANK([Other].[Size]), "a", "b")', []],
    ['IF(AND([Size] > [Share], [Size] > [Share] + 1), "a", "b")', []],
    ['IF(AND(LEN([Note]) > 5, LEN([Note]) < 3), "a", "b")', ["logic/never-true V.formula 3-40"]],
    ['IF(AND(RANDBETWEEN(1, 9) > 5, RANDBETWEEN(1, 9) < 3), "a", "b")', []],
    [
      'IF(COUNT(SELECT(T[ID], AND([Note] = "x", [Note] = "y"))) > 0, "a", "b")',
      ["logic/never-true V.formula 23-54"],
    ],
    ['IF(COUNT(SELECT(T[ID], [Note] = [_THISROW].[Note])) > 0, "a", "b")', []],
  ])("%s", (formula, found) => {
    expect(foundIn(virtual(formula))).toEqual(found);
  });

  test.each<[members: string, found: readonly string[]]>([
    [`securityFilter: '[Status] = "new"'`, []],
    [`securityFilter: 'TRUE'`, []],
    [`securityFilter: 'AND([Size] > 5, [Size] < 5)'`, ["logic/never-true securityFilter 0-27"]],
    [`securityFilter: 'ISNOTBLANK([ID])'`, ["logic/always-true securityFilter 0-16"]],
    [
      `securityFilter: 'OR(USERROLE() = "Admin", USERROLE() <> "admin")'`,
      ["logic/always-true securityFilter 0-47"],
    ],
    [`securityFilter: 'OR(USERROLE() = "Admin", [Note] = USEREMAIL())'`, []],
  ])("%s", (members, found) => {
    expect(foundIn(`  T:\n    key: [ID]\n    ${members}\n    columns:\n${columns}`)).toEqual(found);
  });

  test.each<[column: string, found: readonly string[]]>([
    ["{ type: Number, min: 0, validIf: '[_THIS] >= 0' }", ["logic/always-true C.validIf 0-12"]],
    ["{ type: Number, validIf: '[_THIS] >= 0' }", []],
    ["{ type: Number, max: 5, validIf: '[_THIS] > 5' }", ["logic/never-true C.validIf 0-11"]],
    ["{ type: Text, validIf: 'ISNOTBLANK([_THIS])' }", ["logic/always-true C.validIf 0-19"]],
    [`{ type: Text, validIf: '{"a", "b"}' }`, []],
    // The value of a new row is computed before its cells are checked, and the sentence for a wrong value after.
    [
      `{ type: Text, initialValue: 'IF(ISBLANK([Status]), "a", "b")' }`,
      ["definition/initial-value-reads-blank C.initialValue undefined-undefined"],
    ],
    [`{ type: Number, max: 5, invalidMessage: 'IF([_THIS] > 5, "a", "b")' }`, []],
    [`{ type: Text, formula: 'IF([Size] > 200, "a", "b")' }`, []],
    [
      `{ type: Text, formula: 'IF(AND([Size] > 2, [Size] < 1), "a", "b")' }`,
      ["logic/never-true C.formula 3-30"],
    ],
  ])("a column %s", (column, found) => {
    expect(foundIn(`  T:\n    key: [ID]\n    columns:\n${columns}\n      C: ${column}`)).toEqual(found);
  });

  test("rows that another program writes can have any value", () => {
    const tables = virtual('IF([Size] > 100, "a", "b")').replace("    key:", "    source: t\n    key:");
    expect(foundIn(tables)).toEqual([]);
  });

  test("a slice, an action, a rule and a template have theirs", () => {
    const rest = `slices: { S: { table: T, filter: '[Size] < 0' } }
actions: { A: { table: T, condition: 'AND([Sent], NOT([Sent]))', deleteRow: true } }
rules:
  R:
    table: T
    on: [edit]
    condition: 'OR([Note] <> "a", [Note] <> "b")'
    steps: [{ webhook: { url: 'https://example.com/<<IF([Size] < 0, "x", "y")>>' } }]`;
    expect(foundIn(`  T:\n    key: [ID]\n    columns:\n${columns}`, rest)).toEqual([
      "logic/never-true slices.S.filter 0-10",
      "definition/unreachable-action actions.A undefined-undefined",
      "logic/never-true actions.A.condition 0-24",
      "logic/always-true rules.R.condition 0-32",
      "logic/never-true rules.R.steps.0.webhook.url 25-35",
    ]);
  });
});

test("nothing is proven of what reads a formula that is refused", () => {
  const tables = `${virtual("COUNT(S[ID]) > 0", "Yes/No")}\n      W: { type: Text, validIf: 'AND([V], [Size] > 1)' }`;
  const { diagnostics } = loadDefinition(`${HEAD}${tables}\nslices: { S: { table: T, filter: "[V]" } }`);
  expect(diagnostics.map(({ code }) => code)).toEqual(["definition/formula-cycle"]);
});

describe("rules that set one column to different values", () => {
  const rulesOf = (first: string, second: string, ...conditions: readonly string[]) => `actions:
  First: { table: T, set: { Note: ${JSON.stringify(first)} } }
  Second: { table: T, set: { Note: ${JSON.stringify(second)} } }
rules:
  One: { table: T, on: [add, edit], condition: ${JSON.stringify(conditions[0])}, steps: [{ action: First }] }
  Two: { table: T, on: [edit, delete], condition: ${JSON.stringify(conditions[1])}, steps: [{ action: Second }] }`;

  test.each<[first: string, second: string, one: string, two: string, facts: object | undefined]>([
    ['"a"', '"b"', "[Size] > 5", "[Size] < 8", { Size: 6 }],
    ['"a"', '"b"', '[Status] = "new"', "[Size] < 8", { Status: "new", Size: 0 }],
    [
      '"a"',
      '"b"',
      '[Note] = "x"',
      "[_THISROW_BEFORE].[Size] = 1",
      { Note: "x", _THISROW_BEFORE: { Size: 1 } },
    ],
    ['"a"', '"b"', "[Other].[Size] = 1", "[Size] = 1", { Other: { Size: 1 }, Size: 1 }],
    ['"a"', '"b"', "[Size] > 5", "[Size] < 6", undefined],
    ['"a"', '"a"', "[Size] > 5", "[Size] < 8", undefined],
    ['"a"', "[Status]", "[Size] > 5", "[Size] < 8", undefined],
    ['"a"', 'IF([Size] > 7, "a", "b")', "[Size] > 5", "[Size] < 8", { Size: 6 }],
    ['"a"', '[Note] & "b"', "[Size] > 5", "[Size] < 8", undefined],
    ['"a"', '"b"', '[Status] = "new"', 'IN([Status], {"open", "done"})', undefined],
    ['"a"', '"b"', "[Size] > [Share]", "[Size] < [Share] * 2", undefined],
  ])("%s if %3$s, %s if %s", (first, second, one, two, facts) => {
    const { output, diagnostics } = loadDefinition(
      `${HEAD}  T:\n    key: [ID]\n    columns:\n${columns}\n${rulesOf(first, second, one, two)}`,
    );
    expect(output).toBeDefined();
    expect(diagnostics.map(({ code, member, example }) => [code, member, example])).toEqual(
      facts === undefined ? [] : [["logic/two-writers", "rules.Two", facts]],
    );
  });

  test("not where they never run on the same change, nor where an action decides later", () => {
    const rules = rulesOf('"a"', '"b"', "TRUE", "TRUE");
    const tables = `  T:\n    key: [ID]\n    columns:\n${columns}`;
    expect(foundIn(tables, rules)).toHaveLength(1);
    expect(foundIn(tables, rules.replace("[edit, delete]", "[delete]"))).toEqual([]);
    expect(
      foundIn(
        tables,
        rules.replace("Second: { table: T,", "Second: { table: T, condition: '[Note] <> \"a\"',"),
      ),
    ).toEqual([]);
  });

  test("not where the definition says which comes first", () => {
    const rules = rulesOf('"a"', '"b"', "TRUE", "TRUE");
    const tables = `  T:\n    key: [ID]\n    columns:\n${columns}`;
    expect(foundIn(tables, rules.replace("One: {", "One: { priority: 1,"))).toEqual([]);
    expect(foundIn(tables.replace("key:", "hit: first\n    key:"), rules)).toEqual([]);
  });

  test("an action with a condition on what no rule sets counts", () => {
    const rules = rulesOf('"a"', '"b"', "[Size] > 5", "TRUE").replace(
      "Second: { table: T,",
      "Second: { table: T, condition: '[Size] < 8',",
    );
    expect(foundIn(`  T:\n    key: [ID]\n    columns:\n${columns}`, rules)).toEqual([
      'logic/two-writers rules.Two undefined-undefined {"Size":6}',
    ]);
  });

  test("a rule that takes back what an action sets is named, one that answers to it is not", () => {
    const rulesWith = (condition: string) => `actions:
  Close: { table: T, set: { Status: '"done"' } }
  Reopen: { table: T, set: { Status: '"open"' } }
rules:
  R: { table: T, on: [edit], condition: '${condition}', steps: [{ action: Reopen }] }`;
    const tables = `  T:\n    key: [ID]\n    columns:\n${columns}`;
    expect(foundIn(tables, rulesWith("[Size] > 5"))).toEqual([
      'logic/two-writers rules.R undefined-undefined {"Size":6}',
    ]);
    expect(foundIn(tables, rulesWith('AND([Size] > 5, [Status] = "done")'))).toEqual([]);
  });
});
