/** What people write into decision tables and facts, and word for word what they read. */
import { describe, expect, test } from "vitest";
import { loadDefinition } from "../schema/load-definition.ts";
import { loadRules, type ReadTable } from "./index.ts";

describe("one mistake is reported once", () => {
  const inD = (members: string) =>
    loadRules(
      `tablewright: 1\nrules: { id: r }\nfacts: { a: { type: Number, required: true } }\ndecisions:\n  D:\n${members}`,
    ).diagnostics.map(({ code, line, message }) => [code, line, message]);

  test("rows that are left empty", () => {
    expect(inD('    type: Text\n    inputs: ["[a]"]\n    rows:\n')).toEqual([
      ["definition/wrong-value", 8, "Expected a list of rows, or the name of a file, found nothing."],
    ]);
  });

  test("a type that is left empty", () => {
    expect(inD("    type:\n    formula: '1'\n")).toEqual([
      ["definition/wrong-value", 6, "Expected a text, found nothing."],
    ]);
  });

  test("a word for a blank among chosen values", () => {
    const source = `tablewright: 1\nrules: { id: r }\nfacts: { e: { type: Enum, values: [a, b], required: true } }\ndecisions:\n  D: { type: Yes/No, formula: '[e] = null' }`;
    expect(loadRules(source).diagnostics.map(({ code }) => code)).toEqual(["syntax/raw-text"]);
  });

  test("a rule whose condition is never TRUE", () => {
    const rule = "{ name: p, when: 'AND([a] > 3, [a] < 3)', set: { o: x } }";
    expect(inD(`    outputs: { o: Text }\n    rules: [${rule}]`)).toEqual([
      ["logic/never-true", 7, "The condition is never TRUE: no values meet it."],
    ]);
  });
});

describe("what a cell was meant to say", () => {
  /** Code, message and hint of what is said of the rows of a table about `[x]`, of `fact`, and the output D. */
  const told = (fact: string, row: string, type = "Text") =>
    loadRules(
      `tablewright: 1\nrules: { id: r }\nfacts: { x: ${fact}, tier: Text }\ndecisions:\n  D: { type: ${type}, inputs: ["[x]"], rows: [${row}], otherwise: "-" }`.replace(
        ', otherwise: "-"',
        type === "Text" ? ', otherwise: "-"' : "",
      ),
    ).diagnostics.flatMap(({ code, message, hint }) => (code === "logic/gap" ? [] : [[code, message, hint]]));

  test.each<[what: string, fact: string, row: string, says: string]>([
    ["a range without brackets", "Number", '["10..49", a]', "a range has brackets: [10..49]"],
    [
      "a range without quotes",
      "Number",
      "[[10..49], a]",
      'a range needs quotes in YAML, or it is a list: "[10..49]"',
    ],
    ["a sign of equality", "Number", '["== 10", a]', 'equality has no sign: write 10, not "== 10"'],
    ["a sign the wrong way round", "Number", '["=> 5", a]', "write >= 5, with the sign >="],
    ["a sign of another language", "Number", '["!= 500", a]', "write <> 500, with the sign <>"],
    ["one of them in a list", "Text", '["a, != b", a]', "write <> b, with the sign <>"],
    ["a sign of mathematics", "Number", '["≥ 500", a]', "write >= 500, with the sign >="],
    ["another one", "Number", '["not(≤500)", a]', "write <= 500, with the sign <="],
    ["a range with a hyphen", "Number", '["500-1000", a]', "a range has brackets: [500..1000]"],
    ["a range with a dash", "Price", '["0.5 – 10", a]', "a range has brackets: [0.5..10]"],
    ["a range of dates", "Date", '["2026-01-01 - 2026-01-31", a]', "[2026-01-01..2026-01-31]"],
    ["conditions joined by a word", "Number", '[">= 10 and < 50", a]', "conditions are not joined by words"],
    ["brackets around a value", "Number", '["(x)", a]', 'the ")" closes nothing'],
    [
      "a hyphen in a range",
      "Number",
      '["[500-1000)", a]',
      'a range has ".." between its bounds, not "-": [500..1000)',
    ],
    ["a comma in a range", "Price", '["[0.5, 10]", a]', 'not ",": [0.5..10]'],
    ["three dots in a range", "Number", '["(1...10]", a]', 'not "...": (1..10]'],
    ["a word in a range", "Date", '["[2026-01-01 to 2026-01-31]", a]', "[2026-01-01..2026-01-31]"],
  ])("%s", (_, fact, row, says) => {
    const [[code, message] = []] = told(fact, row);
    expect(code).toBe("decision/cell");
    expect(message).toContain(says);
  });

  test("a choice that is misspelt", () => {
    expect(told("{ type: Enum, values: [monthly, yearly] }", "[montly, a]")).toEqual([
      [
        "type/not-a-choice",
        '"montly" is none of the values of "x": "monthly", "yearly".',
        'Did you mean "monthly"?',
      ],
    ]);
  });

  test.each<[fact: string, cell: string, hint: string | undefined]>([
    ["Number", ">= 500, < 1000", 'Write "[500..1000)" where both must hold, and "not(blank)" for any value.'],
    ["Number", "<= 9, > 5", 'Write "(5..9]" where both must hold, and "not(blank)" for any value.'],
    ["Text", "<> a, <> b", 'Write "not(blank)" for any value.'],
    ["Number", "< 5, > 2, <> 7", 'Write "not(blank)" for any value.'],
    ["Number", "< 5, > 9", undefined],
    ["{ type: Enum, values: [a, b] }", "a, b", undefined],
  ])("a list of comparisons of %s that holds for all values: %s", (fact, cell, hint) => {
    const said = told(fact, `["${cell}", a]`).filter(([code]) => code === "logic/always-true");
    expect(said).toEqual(
      hint === undefined
        ? []
        : [
            [
              "logic/always-true",
              `The cell "${cell}" is TRUE for all values.`,
              `A comma means "or". ${hint}`,
            ],
          ],
    );
  });

  test("a fact whose name is like a range", () => {
    expect(told('Number, "500-1000": Number', '["[500-1000]", a]')).toEqual([]);
  });

  test.each([
    ["Number", "[1000..500)", "[500..1000)"],
    ["Price", "(2.5..0.5]", "(0.5..2.5]"],
    ["Date", "[2026-02-01..2026-01-31]", "[2026-01-31..2026-02-01]"],
  ])("bounds of %s the wrong way round: %s", (fact, cell, meant) => {
    expect(told(fact, `["${cell}", a]`)).toEqual([
      [
        "logic/never-true",
        "Row 1 is never TRUE: no values meet it.",
        `The bounds of a range are the wrong way round: write "${meant}".`,
      ],
    ]);
    expect(told("Number", '["(1..2)", a]').map(([, , hint]) => hint)).toEqual([
      "Correct it, or take it out.",
    ]);
  });

  test.each([
    ["Percent", "0,05", ["Write 0.05. Decimals have a point."]],
    ["Price", "12,5", ["Write 12.5. Decimals have a point."]],
    ["Price", "1,000", []],
  ])("a comma in an output of %s: %s", (type, value, hints) => {
    expect(told("Number", `["-", "${value}"]`, type).map(([, , own]) => own)).toEqual(hints);
  });

  test("a condition that is a value", () => {
    const [[code, , hint] = []] = told("Number", '["= 10", a]');
    expect([code, hint]).toEqual([
      "type/result",
      'After "=" stands a condition, in which "?" is the input: "=? > 10". A value stands without "=".',
    ]);
  });

  test.each([
    ["Number", "1.5", '"1.5" is not a whole number, which the output is.'],
    [
      "Duration",
      "90 minutes",
      '"90 minutes" is not a Duration such as "012:30:00", with three digits of hours, which the output is.',
    ],
    ["Percent", "much", '"much" is not a Percent such as 0.15, which the output is.'],
  ])("an output of %s that is %s", (type, value, says) => {
    expect(told("Number", `["-", ${value}]`, type).map(([, message]) => message)).toEqual([says]);
  });

  test.each([
    ["[>= 10, a]", 'a text that begins with ">" or "|" needs quotes'],
    ["[-, a]", 'a lonely "-" needs quotes'],
    ["[[1..5), a]", 'as "[1..5)", needs quotes'],
  ])("%s without its quotes in YAML", (row, says) => {
    const [[code, message] = []] = told("Number", row);
    expect(code).toBe("definition/unreadable");
    expect(message).toContain(says);
  });

  test("a column in brackets without quotes in YAML, which is a list", () => {
    expect(told("Number", '["-", [tier]]')).toEqual([
      [
        "decision/output-cell",
        "A list is not a Text, which the output is.",
        'A text in brackets needs quotes in YAML, or it is a list: "=[tier]".',
      ],
    ]);
  });

  test("a column in brackets, which is a text without =", () => {
    expect(told("Number", '["-", "[tier]"]')).toEqual([
      [
        "decision/text-of-column",
        '"[tier]" is given as this text, and not as the value of [tier].',
        'Write "=[tier]" for the value.',
      ],
    ]);
    expect(told("Number", '["-", "[x]"]', "Number")).toEqual([
      [
        "decision/output-cell",
        '"[x]" is not a whole number, which the output is.',
        'Write "=[x]" for the value of [x].',
      ],
    ]);
    expect(told("Number", '["-", "see [1]"]')).toEqual([]);
  });
});

test.each<[what: string, members: string, told: readonly (string | undefined)[]]>([
  ["inputs", '{ type: Number, input: ["[x]"], rows: [["> 1", 5]], otherwise: 0 }', ["input", "inputs"]],
  ["a formula", '{ type: Number, formul: "[x] + 1" }', ["formul", "formula"]],
  [
    "what a rule sets, by the word of other engines",
    '{ outputs: { A: Text }, rules: [{ name: r, when: "[x] > 1", then: { A: b } }] }',
    ["then", "set"],
  ],
  ["a value of another form", '{ type: Number, formula: "1", value: [y] }', ["value", "values"]],
  ["a member that is there as well", '{ type: Number, formula: "1", formul: "2" }', ["formul", "formula"]],
])("only the misspelling is told of %s", (_, members, [name, meant]) => {
  const { diagnostics } = loadRules(
    `tablewright: 1\nrules: { id: r }\nfacts: { x: Number }\ndecisions:\n  D: ${members}\n`,
  );
  expect(diagnostics.map(({ message, suggestion }) => [message, suggestion])).toEqual([
    [`There is no member "${name}" here.`, meant],
  ]);
});

test.each([
  ["TEXT([Payload.kind])", 'There is no fact or output "Payload.kind" here.', "Write [Payload].[kind]."],
  ["TEXT([tir])", 'There is no fact or output "tir" here.', 'Did you mean "tier"?'],
  [
    "TEXT([Payload].rows.0)",
    'After the dot a column in square brackets is expected, not "rows.0".',
    "A path reads no items of lists by their positions. Write [rows] for all of them.",
  ],
])("a path that is written otherwise: %s", (formula, message, hint) => {
  const { diagnostics } = loadRules(
    `tablewright: 1\nrules: { id: r }\nfacts: { tier: Text, Payload: Json }\ndecisions: { D: { type: Text, formula: "${formula}" } }\n`,
  );
  expect(diagnostics.map((one) => [one.message, one.hint])).toEqual([[message, hint]]);
});

test.each([
  ["facts: []", "Expected a mapping of facts by name, found a list."],
  ["facts: { x: Number }\ntypes: 5", "Expected a mapping of types by name, found 5."],
])("%s", (facts, message) => {
  const { diagnostics } = loadRules(
    `tablewright: 1\nrules: { id: r }\n${facts}\ndecisions: { D: { type: Text, formula: "1" } }\n`,
  );
  expect(diagnostics.map((one) => one.message)).toEqual([message]);
});

describe("an input that is a misspelt name", () => {
  const load = (header: string, inputs?: string) =>
    loadRules(
      `tablewright: 1\nrules: { id: r }\nfacts: { tier: Text, total: Price }\ndecisions:\n  D: { type: Percent, hit: first, ${inputs === undefined ? "rows: t.csv" : `inputs: ${inputs}, rows: [[gold, "> 9", 0.1]]`}, otherwise: 0 }`,
      {
        file: "r.yaml",
        readTable: () => [
          { line: 1, cells: header.split(",") },
          { line: 2, cells: ["gold", "> 9", "0.1"] },
        ],
      },
    );
  const told = (...of: Parameters<typeof load>) =>
    load(...of).diagnostics.map(({ file, line, column, severity, message, hint }) =>
      [file, line, column, severity, message, hint].filter((one) => one !== undefined),
    );

  test("in the first row of a file, once and at its column", () => {
    expect(told("teir,total,D")).toEqual([
      ["t.csv", 1, "teir", "error", 'There is no fact or output "teir" here.', 'Did you mean "tier"?'],
    ]);
    expect(told("colour of hair,total,D")).toEqual([
      [
        "t.csv",
        1,
        "colour of hair",
        "error",
        'There is no fact or output "colour of hair" here.',
        "An input is a fact or an output by its name, or an expression of them.",
      ],
    ]);
    expect(told("tier,total,d")).toEqual([]);
  });

  test("of an output, with what may be meant", () => {
    expect(told("tier,DD,total").map(([, , , message]) => message)).toEqual([
      'The table "t.csv" cannot be read: no column of its first row is "D"; "DD" may be meant for it.',
    ]);
  });

  test("in the definition", () => {
    expect(told("", '[teir, "[total]"]')).toEqual([
      ["r.yaml", 5, "error", 'There is no fact or output "teir" here.', 'Did you mean "tier"?'],
    ]);
  });

  test("within an expression is said once, and not of each of its cells", () => {
    const { diagnostics } = load("", '["IF(ISBLANK(teir), [tier], [tier])", "[total]"]');
    expect(diagnostics.filter(({ code }) => code === "syntax/raw-text")).toHaveLength(1);
  });
});

describe("a table of a reader", () => {
  const toldBy = (readTable: unknown) => {
    const rules =
      "tablewright: 1\nrules: { id: r }\nfacts: { tier: Text, total: Price }\ndecisions: { D: { type: Number, hit: first, rows: t.csv } }\n";
    const app = `tablewright: 1
app: { id: a, name: A, owner: o@example.com }
tables: { T: { key: [K], columns: { K: { type: Text } } } }
decisions: { D: { parameters: { tier: Text, total: Price }, type: Number, hit: first, rows: t.csv } }
`;
    const options = { readTable } as { readTable: ReadTable };
    const [ofRules, ofApp] = [loadRules(rules, options), loadDefinition(app, options)].map(
      ({ diagnostics }) =>
        diagnostics.flatMap(({ code, file, line, message }) =>
          code.startsWith("decision/") ? [[code, file, line, message]] : [],
        ),
    );
    expect(ofApp?.map(([code, file, , message]) => [code, file, message])).toEqual(
      ofRules?.map(([code, file, , message]) => [code, file, message]),
    );
    return ofRules;
  };
  const sheet =
    (...lines: string[]) =>
    () =>
      lines.map((line, at) => ({ line: at + 1, cells: line.split(",") }));
  const width = (line: number, actual: number, expected: number) => [
    "decision/row-width",
    "t.csv",
    line,
    `The row has ${actual} cells, and ${expected} are expected: one for each of the first row.`,
  ];

  test.each<[what: string, lines: readonly string[], told: readonly unknown[]]>([
    ["too few cells", ["tier,total,D", "gold,>= 1000", "-,-,1"], [width(2, 2, 3)]],
    ["too many", ["tier,total,D", "gold,>= 1,5,2", "-,-,1"], [width(2, 4, 3)]],
    ["too few of the last row", ["tier,total,D", "gold,-,1", "otherwise,0"], [width(3, 2, 3)]],
    ["only inputs and notes missing at its end", ["D,#note,tier", "1", "2,a", "3,,gold,,"], []],
    [
      "the beginning of the last row as well",
      ["tier,total,D", "otherwise,,1", "gold,-,2", "otherwise,,3", "Otherwise,,4"],
      [4, 5].map((line) => [
        "decision/table-file",
        "t.csv",
        line,
        'The table "t.csv" cannot be read: row 2 begins with "otherwise" already.',
      ]),
    ],
  ])("with a row that has %s", (_, lines, told) => {
    expect(toldBy(sheet(...lines))).toEqual(told);
  });

  test.each<[what: string, readTable: unknown, reason: string]>([
    ["has an output twice", sheet("tier,D,d", "gold,1,2"), 'more than one column of its first row is "D"'],
    ["is asynchronous", async () => [], '"readTable" gave a promise, not a list of { line, cells }'],
    [
      "is asynchronous and fails",
      async () => {
        throw new Error("none");
      },
      '"readTable" gave a promise, not a list of { line, cells }',
    ],
    [
      "throws",
      () => {
        throw new Error("no disk");
      },
      '"readTable" threw Error: no disk',
    ],
    ["is no function", 5, '"readTable" threw TypeError: readTable is not a function'],
    ["gives a number", () => 5, '"readTable" gave a number, not a list of { line, cells }'],
    ["gives nothing", () => undefined, '"readTable" gave undefined, not a list of { line, cells }'],
    ["gives lists", () => [["tier", "D"]], 'item 0 of "readTable" is no { line, cells }'],
    ["gives null", () => [null], 'item 0 of "readTable" is no { line, cells }'],
    [
      "gives objects as cells",
      () => [{ line: 1, cells: ["tier", {}] }],
      'item 0 of "readTable" is no { line, cells }',
    ],
    ["gives big integers", () => [{ line: 1, cells: [5n] }], 'item 0 of "readTable" is no { line, cells }'],
  ])("that %s", (_, readTable, reason) => {
    const told = toldBy(readTable);
    expect(told?.map(([code, , , message]) => [code, message])).toEqual([
      ["decision/table-file", `The table "t.csv" cannot be read: ${reason}.`],
    ]);
  });
});
