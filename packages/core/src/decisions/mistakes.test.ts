/** What people write into decision tables and facts, and word for word what they read. */
import { describe, expect, test } from "vitest";
import { loadDefinition } from "../schema/load-definition.ts";
import { loadRules, type ReadTable } from "./index.ts";

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
    ["Percent", "much", '"much" is not a Percent, which the output is.'],
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
      ["t.csv", 1, "teir", "error", 'There is no column "teir" here.', 'Did you mean "tier"?'],
    ]);
    expect(told("colour of hair,total,D")).toEqual([
      [
        "t.csv",
        1,
        "colour of hair",
        "error",
        'There is no column "colour of hair" here.',
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
      ["r.yaml", 5, "error", 'There is no column "teir" here.', 'Did you mean "tier"?'],
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

describe("a fact of another form", () => {
  test.each([
    ["Number", 60.5, '"60.5" at /x of the facts is not a whole number.'],
    ["Number", "60", '"60" at /x of the facts is not a whole number without quotes.'],
    ["Price", "1.5", '"1.5" at /x of the facts is not a Price without quotes.'],
    ["Price", "dear", '"dear" at /x of the facts is not a Price.'],
    [
      "Duration",
      "2h",
      '"2h" at /x of the facts is not a Duration such as "012:30:00", with three digits of hours.',
    ],
    ["Date", "soon", '"soon" at /x of the facts is not a Date such as "2026-01-31".'],
  ])("%s of %j", (type, x, says) => {
    const { output: rules } = loadRules(
      `tablewright: 1\nrules: { id: r }\nfacts: { x: ${type} }\ndecisions: { D: { type: Number, formula: "1" } }`,
    );
    expect(rules?.decide({ x }).diagnostics.map(({ message }) => message)).toEqual([says]);
  });
});

describe("a fact that there is not", () => {
  const { output: rules } = loadRules(`tablewright: 1
rules: { id: r }
facts:
  tier: { type: Text, required: true }
  country: Text
  customer: { type: Object, fields: { name: Text, home: { type: Object, fields: { city: Text } } } }
  lines: { type: List, of: { type: Object, fields: { sku: Text, price: Price } } }
decisions:
  Where: { type: Text, formula: "[country]" }
  Size: { type: Number, formula: "LEN([tier])" }
`);
  const told = (facts: object) =>
    rules
      ?.decide(facts)
      .diagnostics.map(({ code, severity, pointer, hint }) => [code, severity, pointer, hint]);
  const unknown = (pointer: string, meant?: string) => [
    "decision/unknown-fact",
    "warning",
    pointer,
    meant && `Did you mean "${meant}"?`,
  ];

  test.each<[what: string, facts: object, warnings: readonly unknown[]]>([
    ["is misspelt", { cuontry: "AT" }, [unknown("/cuontry", "country")]],
    ["is like none", { "a/b~": 1 }, [unknown("/a~1b~0")]],
    [
      "lies in an object",
      { customer: { nam: "Ann", home: { town: 1, cityy: 2 } } },
      [
        unknown("/customer/nam", "name"),
        unknown("/customer/home/town"),
        unknown("/customer/home/cityy", "city"),
      ],
    ],
    [
      "lies in items of a list, which misspell it alike",
      { lines: [{ sku: "a" }, { prise: 1 }, { prise: 2, skuu: "b" }] },
      [unknown("/lines/1/prise", "price"), unknown("/lines/2/skuu", "sku")],
    ],
  ])("%s", (_, facts, warnings) => {
    expect(told({ tier: "gold", ...facts })).toEqual(warnings);
    expect(rules?.decide({ tier: "gold", ...facts }).outputs).toEqual({ Where: null, Size: 4 });
  });

  test("has another case than one that is missing", () => {
    expect(told({ Tier: "gold" })).toEqual([
      ["decision/missing-fact", "error", "/tier", undefined],
      unknown("/Tier", "tier"),
    ]);
    expect(rules?.decide({ Tier: "gold" }).outputs).toEqual({});
  });

  test("one of very many is told as far as it helps", () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, at]));
    expect(told({ tier: "gold", ...many })).toHaveLength(100);
  });
});
