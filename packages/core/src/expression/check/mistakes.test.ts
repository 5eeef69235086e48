import { describe, expect, test } from "vitest";
import { printExcerpt } from "../../diagnostics/diagnostic.ts";
import type { JsonValue } from "../../values/value.ts";
import type { Scope } from "../context/scope.ts";
import { compile } from "../index.ts";

/** What people get wrong, and word for word what they read. */
const scope: Scope = {
  table: "Orders",
  tables: {
    Orders: {
      key: "Order ID",
      columns: {
        "Order ID": "Text",
        Price: "Price",
        Quantity: "Number",
        Status: "Text",
        Tags: { type: "EnumList" },
        Customer: { type: "Ref", table: "Customers" },
      },
    },
    Customers: { key: "ID", columns: { ID: "Text", Name: "Text" } },
  },
};

describe("errors people make about objects, lists and names of LET", () => {
  const objects: Scope = {
    types: { Line: { sku: "Text", price: "Price", quantity: "Number" } },
    columns: {
      customer: { type: "Object", fields: { tier: "Text" } },
      lines: "List of Line",
      numbers: { type: "List", itemType: "Number" },
    },
  };
  test.each([
    ["MAP([numbers], [ITEM] * 2)", 'There is no column "ITEM" here.', "Write [_ITEM] for the item."],
    ["MAP([numbers], ITEM * 2)", '"ITEM" stands here without brackets.', "Write [_ITEM] for the item."],
    [
      "FILTER([lines], [_RowNumber] > 1)",
      'There is no column "_RowNumber" here.',
      "The items of a list have no number.",
    ],
    [
      'FILTER("lines", TRUE)',
      'There is no table or slice "lines".',
      "Write [lines] for the list in the column.",
    ],
    ["lines[price]", 'There is no table or slice "lines".', "Write [lines] for the list in the column."],
    [
      "FILTER([numbers], [_ITEM] = COUNT([numbrs]))",
      'There is no column "numbrs" here.',
      "Write [_THISROW].[numbers] for the column of the current row.",
    ],
    [
      "ORDERBY([lines], LIST([price]))",
      "ORDERBY wants a list of rows, not List of Price.",
      "Use FILTER, SELECT of the key column, a list of Refs, or a list of objects.",
    ],
    [
      "[numbers] + 1",
      '"+" cannot be used between List of Number and Number.',
      "Write MAP([numbers], [_ITEM] + …) to compute with each item.",
    ],
    [
      "[lines].[price] * [lines].[quantity]",
      '"*" cannot be used between List of Price and List of Number.',
      "Write MAP([lines], [price] * [quantity]) to compute with each item.",
    ],
    [
      "[lines] * 2",
      '"*" cannot be used between List of Line and Number.',
      "Compute with each item by MAP(list, expression), or add them up with SUM(list).",
    ],
    ["[customer.tier]", 'There is no column "customer.tier" here.', "Write [customer].[tier]."],
    ["customer.tier", '"customer.tier" stands here without brackets.', "Write [customer].[tier]."],
    [
      "SELECT([lines], TRUE)",
      "SELECT wants a column of a table as its first argument, such as Orders[Order ID].",
      "Write [lines][sku] for the values of a field, or FILTER([lines], condition) for the objects.",
    ],
    [
      "LET(total, 5, totl)",
      '"totl" is not in quotes and is taken as text.',
      "Did you mean total, the name of LET?",
    ],
    [
      "LET(total, 5, [total] + 1)",
      'There is no column "total" here.',
      "Write total without brackets for the value that LET names.",
    ],
    [
      "LET(total, 5, [totl] + 1)",
      'There is no column "totl" here.',
      "Write total without brackets for the value that LET names.",
    ],
  ])("%s", (source, message, hint) => {
    const [error, ...others] = compile(source, objects).diagnostics;
    expect(others).toEqual([]);
    expect([error?.message, error?.hint]).toEqual([message, hint]);
  });

  test.each(["LET(x, [lines], SUM(x[price]))", "LET(x, [lines], SUM(SELECT(x[price], [quantity] > 1)))"])(
    "%s reads the list that LET names",
    (source) => {
      const lines = [{ sku: "a", price: 2, quantity: 2 }];
      expect(compile(source, objects).evaluate({ row: { lines } })).toBe(2);
    },
  );
});

describe("errors people make", () => {
  test.each([
    ["[Prise] * 2", 'Table "Orders" has no column "Prise".', 'Did you mean "Price"?', "[Prise]"],
    [
      'NOW() + "1 hour"',
      '"+" cannot be used between DateTime and the text "1 hour".',
      'Write a Duration with three digits of hours, such as "001:00:00" for an hour.',
      'NOW() + "1 hour"',
    ],
    [
      '1 + "001:00:00" * 2',
      '"+" cannot be used between Number and Duration.',
      'Write a Duration with three digits of hours, such as "001:00:00" for an hour.',
      '1 + "001:00:00" * 2',
    ],
    ["ISBLNK([Price])", 'There is no function "ISBLNK".', 'Did you mean "ISBLANK"?', "ISBLNK"],
    ["IS BLANK([Price])", 'There is no function "IS BLANK".', 'Did you mean "ISBLANK"?', "IS BLANK"],
    ['FILTER("Order", TRUE)', 'There is no table or slice "Order".', 'Did you mean "Orders"?', '"Order"'],
    [
      "[Price] > [Tags]",
      "Price cannot be compared with List of Text.",
      "Use IN(value, list), or take one item with ANY(list).",
      "[Price] > [Tags]",
    ],
    [
      "AND([Price] > 2, [Quantity] < 5",
      'The "(" that opens here has no matching ")".',
      'Add the missing ")".',
      "(",
    ],
    [
      'LEN("abc)',
      'The text that begins here has no closing ".',
      'Put " where the text ends. A " inside the text is written twice.',
      '"abc)',
    ],
    [
      "[Price] > 2 AND [Quantity] < 5",
      "AND cannot stand between two values: it is a function.",
      "Write AND(first condition, second condition).",
      "AND",
    ],
    [
      'TOP(LIST("a"))',
      "TOP has 1 argument, which is too few.",
      "It is written TOP(list, count).",
      'TOP(LIST("a"))',
    ],
    [
      "SUM(1, 2, 3)",
      "SUM has 3 arguments, which is too many.",
      "Put the values in one list: SUM(LIST(…)).",
      "SUM(1, 2, 3)",
    ],
    [
      "Price > 2",
      '"Price" is the name of a column and stands here without brackets or quotes.',
      'Write [Price] for the column, or "Price" in quotes for the text.',
      "Price",
    ],
    ["[Price] == 2", '"==" is not an operator; equality is a single "=".', undefined, "=="],
    ['[Price] > "cheap"', 'Price cannot be compared with the text "cheap".', undefined, '[Price] > "cheap"'],
    [
      '"a" + "b"',
      '"+" cannot be used between the text "a" and the text "b".',
      'Join texts with "&".',
      '"a" + "b"',
    ],
    [
      '(([Status]) + ("b")) & "c"',
      '"+" cannot be used between Text and the text "b".',
      'Join texts with "&".',
      '(([Status]) + ("b"))',
    ],
    ["[Customer].[Nme]", 'Table "Customers" has no column "Nme".', 'Did you mean "Name"?', "[Nme]"],
    [
      'SELECT(Customers[Name], [Status] = "x")',
      'Table "Customers" has no column "Status".',
      "Write [_THISROW].[Status] for the column of the current row.",
      "[Status]",
    ],
    [
      'IN([Status], "Open")',
      'IN wants a list for its argument "list", not the text "Open".',
      "Put the values in a list: LIST(…).",
      '"Open"',
    ],
    [
      'UNIQUEID("UUDI")',
      'UNIQUEID does not know "UUDI" for its argument "kind"; it is one of "UUID", "PackedUUID".',
      'Did you mean "UUID"?',
      '"UUDI"',
    ],
  ])("%s", (source, message, hint, meant) => {
    const { ok, diagnostics } = compile(source, scope);
    expect(ok).toBe(false);
    expect(diagnostics).toHaveLength(1);
    const [{ start, end, ...error } = { start: 0, end: 0 }] = diagnostics;
    expect(error).toMatchObject({ severity: "error", message, ...(hint === undefined ? {} : { hint }) });
    expect(source.slice(start, end)).toBe(meant);
  });

  test("all errors are reported, not the first", () => {
    const { diagnostics } = compile('AND([Prise] > 1, LENGTH([Status]) > 2, [Price] > "x")', scope);
    expect(diagnostics.map(({ code }) => code)).toEqual([
      "name/unknown-column",
      "name/unknown-function",
      "type/compare",
    ]);
  });

  test("at most fifty are listed, and the last says how many more there are", () => {
    const wrong = Array(200).fill("[Prise]").join(" + ");
    const { diagnostics } = compile(`IF([Status] = Open, ${wrong}, ${wrong})`, scope);
    expect(diagnostics.length).toBeLessThanOrEqual(50);
    expect(diagnostics.at(-1)).toMatchObject({ code: "limit/errors", more: 360 });
    const loose = compile(`AND(${Array(200).fill("[Status] = Open").join(", ")})`, scope);
    expect(loose.ok).toBe(true);
    expect(loose.diagnostics.length).toBeLessThanOrEqual(50);
    expect(loose.diagnostics.at(-1)).toMatchObject({ code: "limit/warnings", more: 192 });
  });

  test("names are cut at sixty characters", () => {
    const long = "x".repeat(500);
    const sources = [
      ...[
        `[${long}]`,
        `[${long}].[a]`,
        `[Status].[${long}]`,
        `${long}()`,
        `${long}[a]`,
        `FILTER("${long}", TRUE)`,
        long,
      ],
      ...[
        `@(${long})`,
        `[Status].${long}`,
        `[Price] > "${long}"`,
        `UNIQUEID("${long}")`,
        `INPUT(${long})`,
        `[${long}] 1`,
      ],
      ...[
        `SELECT(Customers[Name], [_THISROW].[${long}])`,
        `1 ${long}`,
        `ORDERBY(Orders[Order ID], "${long}")`,
      ],
    ];
    for (const source of sources) {
      const { diagnostics } = compile(source, scope);
      expect(diagnostics.length, source).toBeGreaterThan(0);
      for (const { message, hint = "" } of diagnostics)
        expect(message + hint, source).not.toContain("x".repeat(61));
    }
    const declared = {
      table: long,
      tables: { [long]: { key: long, columns: { [long]: "Text", n: "Number" } } },
    };
    const ofLong = [
      ...[`[${long}].[a]`, `[${long}] + 1`, long, `[${"x".repeat(499)}]`, `${long}.n`, `${long}.[n]`, "[nn]"],
      ...[
        `LOOKUP([${long}], "${long}", "${long}", "n")`,
        `ORDERBY(${long}[${long}], "${long}")`,
        `[n] = ${long}[${long}]`,
      ],
      `SELECT(${long}[n], [_THISROW] > 5)`,
    ];
    for (const source of ofLong) {
      for (const { message, hint = "" } of compile(source, declared as Scope).diagnostics)
        expect(message + hint, source.slice(0, 20)).not.toContain("x".repeat(61));
    }
  });

  test("names of JavaScript's own are no column types", () => {
    for (const type of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(() => compile("1", { columns: { A: type } })).toThrow(`"${type}" is not a column type.`);
      expect(() => compile("1", { columns: { A: { type: "List", itemType: type } } })).toThrow(type);
    }
  });

  test("an excerpt points at the part", () => {
    const source = 'AND(TRUE,\n\t[Prise] > "👍")';
    const [error] = compile(source, scope).diagnostics;
    expect(error && printExcerpt(source, error)).toBe(
      [
        'error: Table "Orders" has no column "Prise". (name/unknown-column)',
        '  \t[Prise] > "👍")',
        "  \t^^^^^^^",
        'hint: Did you mean "Price"?',
      ].join("\n"),
    );
  });

  test("names of JavaScript's own are names like any other", () => {
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(compile(`[${name}]`, scope).diagnostics[0]?.code).toBe("name/unknown-column");
      expect(compile(`${name}()`, scope).diagnostics[0]?.code).toBe("name/unknown-function");
      expect(compile(`${name}[${name}]`, scope).diagnostics[0]?.code).toBe("name/unknown-table");
    }
  });
});

describe("running", () => {
  const codeOf = (source: string, context = {}) => {
    try {
      return compile(source, scope).evaluate(context);
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test("a whole number that cannot be kept is an error at its operator", () => {
    expect(codeOf("9007199254740991 + 0")).toBe(9007199254740991);
    expect(codeOf("9007199254740991 + 1")).toBe("run/overflow");
    expect(codeOf("9007199254740991 * 2 - 1")).toBe("run/overflow");
  });

  test("the budget is kept", () => {
    const tables = {
      Orders: Array.from({ length: 100 }, (_, index) => ({ "Order ID": String(index), Price: index })),
    };
    expect(codeOf('COUNT(FILTER("Orders", [Price] < 50))', { tables })).toBe(50);
    const scan = 'COUNT(FILTER("Orders", COUNT(FILTER("Orders", [Price] < [_THISROW-1].[Price])) > 1))';
    expect(codeOf(scan, { tables })).toBe(98);
    expect(codeOf(scan, { tables, limits: { fuel: 4_000 } })).toBe("limit/fuel");
    let ticks = 0;
    expect(codeOf(scan, { tables, clock: () => ticks++ * 1_500 })).toBe("limit/time");
  });

  test("a text is refused before it is built", () => {
    const text = "x".repeat(1_000);
    const source = Array(60).fill(`"${text}"`).join(" & ");
    expect(codeOf(`LEN(${source})`, { limits: { textLength: 59_999 } })).toBe(60_000);
    const column = Array(60).fill("[Status]").join(" & ");
    expect(codeOf(`LEN(${column})`, { row: { Status: text } })).toBe(60_000);
    expect(codeOf(`LEN(${column})`, { row: { Status: text }, limits: { textLength: 59_999 } })).toBe(
      "limit/text-length",
    );
  });

  test.each<[string, Record<string, JsonValue>, unknown]>([
    ["[Price] > [_PARAM].[p]", { p: "cheap" }, "run/unreadable-input"],
    ["[Price] > [_PARAM].[p]", { p: "2,000.5" }, false],
    ["[Price] > [_PARAM].[p]", { p: null }, false],
    ["[Price] > [_PARAM].[p]", { p: [1] }, "run/unreadable-input"],
    ["[Status] = [_PARAM].[p]", { p: ["Open"] }, "run/unreadable-input"],
    ["ISBLANK([_PARAM].[p])", { p: ["Open"] }, "run/unreadable-input"],
    ['DATE([_PARAM].[p]) = "2026-01-31"', { p: "2026-01-31" }, true],
    ["YEAR([_PARAM].[p])", { p: "soon" }, "run/unreadable-input"],
    ["AND([_PARAM].[p], TRUE)", { p: "maybe" }, "run/unreadable-input"],
    ["IF(TRUE, [_PARAM].[p], [_PARAM].[q]) + 1", { p: "x", q: 1 }, "run/unreadable-input"],
    ["IF(FALSE, [_PARAM].[p] + 1, 0)", { p: "x" }, 0],
    ["ISBLANK([_THISUSER].[p] + [Quantity])", {}, true],
    ["IN([Status], [_PARAM].[p])", { p: ["Open", "Closed"] }, true],
    ["IN([Status], [_PARAM].[p])", { p: "open" }, true],
    ["IN([Status], [_PARAM].[p])", { p: null }, false],
    ["IN([Status], [_PARAM].[p])", { p: [] }, false],
    ['IN("5", [_PARAM].[p])', { p: [4, 5] }, true],
    ["IN([Price], [_PARAM].[p])", { p: [1, "2"] }, true],
    ["IN([Price], [_PARAM].[p])", { p: [1, "two"] }, "run/unreadable-input"],
    ["SUM([_PARAM].[p])", { p: [1, 2.5] }, 3.5],
    ["COUNT([_PARAM].[p])", { p: ["a", "b"] }, 2],
    ["INDEX([_PARAM].[p], 2)", { p: ["a", "b"] }, "b"],
    ["COUNT(INTERSECT([Tags], [_PARAM].[p]))", { p: ["a", "b"] }, 1],
    ["[Tags] - [_PARAM].[p]", { p: ["a"] }, ["c"]],
  ])("%s with the parameters %j", (source, parameters, answer) => {
    const row = { Price: 2, Status: "Open", Tags: ["a", "c"] };
    expect(codeOf(source, { row, parameters, settings: { p: "none" } })).toEqual(answer);
  });

  test("a chain of thousands runs", () => {
    expect(codeOf(Array(5_000).fill("1").join(" + "))).toBe(5_000);
    expect(codeOf(Array(5_000).fill("[Price]").join(" + "), { row: { Price: 0.01 } })).toBe(50);
    expect(codeOf(`LEN(${Array(5_000).fill("[Status]").join(" & ")})`, { row: { Status: "ab" } })).toBe(
      10_000,
    );
    expect(codeOf(Array(5_000).fill("TRUE").join(" = "))).toBe(true);
  });

  test("decimals are exact", () => {
    expect(codeOf("0.1 + 0.2 = 0.3")).toBe(true);
    expect(codeOf("0.1 + 0.2")).toBe(0.3);
    expect(codeOf("[Price] * 3", { row: { Price: 0.1 } })).toBe(0.3);
    expect(codeOf("1.0 / 3 * 3 = 1")).toBe(true);
    expect(codeOf("1 % 0.1")).toBe(0);
  });
});
