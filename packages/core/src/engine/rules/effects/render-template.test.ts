import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check } from "../../../expression/check/check.ts";
import { evaluateReference } from "../../../expression/evaluate/evaluate-reference.ts";
import {
  type ExpressionScope,
  Meter,
  type RequestContext,
  RowTable,
  runToEnd,
  writeJson,
} from "../../../expression/parts.ts";
import { loadDefinition, type TableDefinition } from "../../../schema/index.ts";
import type { Row } from "../../../storage/index.ts";
import type { JsonValue, Value } from "../../../values/index.ts";
import type { Call } from "../../calls/call.ts";
import type { RowChange } from "../../calls/change-log.ts";
import { type Notation, renderTemplate } from "./render-template.ts";

/** An application whose one rule has a template as one of its texts. */
function appWith(member: "json" | "text" | "html", template: string) {
  const step =
    member === "html"
      ? { email: { to: "a@example.com", subject: "s", html: template } }
      : {
          webhook: {
            url: "https://example.com",
            headers: member === "text" ? { "Content-Type": "text/plain" } : {},
            body: template,
          },
        };
  const loaded = loadDefinition(
    JSON.stringify({
      tablewright: 1,
      app: { id: "a", name: "A", locale: "en-US" },
      tables: {
        Orders: {
          key: ["Order"],
          columns: { Order: { type: "Text" }, Text: { type: "Text" }, Count: { type: "Number" } },
        },
        Lines: {
          key: ["Line"],
          columns: {
            Line: { type: "Text" },
            Order: { type: "Ref", table: "Orders" },
            Text: { type: "Text" },
            Count: { type: "Number" },
            Double: { type: "Number", virtual: true, formula: "[Count] * 2" },
          },
        },
      },
      rules: { R: { table: "Orders", on: ["add"], steps: [step] } },
    }),
  );
  expect(loaded.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const app = loaded.output;
  const rule = app?.rules.get("R");
  const [first] = rule?.steps ?? [];
  const parts = first?.kind === "email" ? first.effect.html : first?.kind === "webhook" && first.effect.body;
  if (app === undefined || rule === undefined || !parts) throw new Error("The definition is wrong.");
  return { app, rule, parts };
}

interface Rows {
  readonly Orders: readonly Row[];
  readonly Lines: readonly Row[];
}

const noLimits = { attachmentRows: 1, templateRows: 10_000, templateLength: 4_194_304 };

/** What the template is rendered to for the first order, or the codes of its errors. */
function render(
  member: "json" | "text" | "html",
  template: string,
  rows: Rows,
  limits: Partial<typeof noLimits & { fuel: number }> = {},
) {
  const { app, rule, parts } = appWith(member, template);
  const tables = new Map(
    [...app.tables].map(([name, { scope }]) => [name, new RowTable(rows[name as keyof Rows], scope)]),
  );
  const meter = new Meter({ ...new Meter().limits, ...limits });
  const context = {
    meter,
    locale: "en-US",
    user: { email: null },
    rowsOf: (name: string) => tables.get(name),
  } as unknown as RequestContext;
  const table = app.tables.get("Orders") as TableDefinition;
  const events = { limits: { ...noLimits, ...limits } };
  const call = {
    app,
    table,
    read: { context },
    limits: { events },
    caller: {},
    change: {},
    answer: {},
  } as unknown as Call;
  const change: RowChange = { table, before: undefined, after: rows.Orders[0], position: 1 };
  const { output, diagnostics } = runToEnd(renderTemplate(call, rule, parts, member as Notation, change));
  return { app, context, output, codes: diagnostics.map(({ code }) => code) };
}

const order = (Order: string, Text: Value = null, Count: Value = null): Row => [Order, Text, Count, 1];
const line = (Line: string, Order: string, Text: Value = null, Count: Value = null): Row => [
  Line,
  Order,
  Text,
  Count,
  1,
];

const SHOP: Rows = {
  Orders: [order("1", "Kim", 5), order("2")],
  Lines: [line("a", "1", 'rope "thin"', 2), line("b", "1", "<nail>", 0), line("c", "2", "glue", 7)],
};

describe("blocks", () => {
  test.each<[string, string]>([
    ["<<Start: [Related Lines]>><<[Text]>> x <<[Count]>>; <<End>>", 'rope "thin" x 2; <nail> x 0; '],
    ["<<Start: ORDERBY([Related Lines], [Count])>><<[Line]>><<[Double]>><<End>>", "b0a4"],
    [
      "<<Start: [Related Lines]>><<[_THISROW].[Text]>><<[_THISROW]>><<[Order].[Count]>> <<End>>",
      "Kim15 Kim15 ",
    ],
    [
      "<<Start: Orders[Order]>><<[Order]>>:<<Start: [Related Lines]>> <<[Line]>>/<<[_THISROW-1].[Order]>>/<<[_THISROW].[Order]>><<End>>\n<<End>>",
      "1: a/1/1 b/1/1\n2: c/2/1\n",
    ],
    ["<<Start: [Related Lines]>><<If: [Count] > 1>>many<<Else>>few<<EndIf>> <<End>>", "many few "],
    ["<<If: ISBLANK([Text])>>none<<EndIf>>.", "."],
    ['<<Start: FILTER("Lines", [Order] = [_THISROW].[Order])>><<[Line]>><<End>>', "ab"],
    ["Lines:\n<<Start: [Related Lines]>>\n- <<[Line]>>\n<<End>>\nBye", "Lines:\n- a\n- b\nBye"],
    [
      '<<Start: FILTER("Lines", FALSE)>>x<<End>>-<<Start: [Related Lines]>><<_TABLENAME>> <<End>>',
      "-Orders Orders ",
    ],
  ])("%j in a text", (template, text) => {
    expect(render("text", template, SHOP)).toMatchObject({ output: text, codes: [] });
  });

  test.each<[string, unknown]>([
    [
      '{"lines": [<<Start: [Related Lines]>>{"text": <<[Text]>>, "n": "<<[Count]>> pc"},<<End>>]}',
      {
        lines: [
          { text: 'rope "thin"', n: "2 pc" },
          { text: "<nail>", n: "0 pc" },
        ],
      },
    ],
    ['[<<Start: FILTER("Lines", FALSE)>>{"a": 1},<<End>>]', []],
    ['["x"<<Start: [Related Lines]>>, <<[Line]>><<End>>]', ["x", "a", "b"]],
    ['[<<Start: [Related Lines]>>, <<[Line]>><<End>>, "x"]', ["a", "b", "x"]],
    [
      "[<<Start: Orders[Order]>>[<<Start: [Related Lines]>><<If: [Count] > 0>><<[Line]>>,<<EndIf>><<End>>],<<End>>]",
      [["a"], ["c"]],
    ],
    ['{"a": 1,<<If: ISBLANK([Text])>>"b": 2<<EndIf>>}', { a: 1 }],
    ['{<<If: ISBLANK([Text])>>"b": 2<<EndIf>>,"a": 1}', { a: 1 }],
    ['{"a": "<<Start: [Related Lines]>><<[Text]>>,, <<End>>,]"}', { a: 'rope "thin",, <nail>,, ,]' }],
    ['{"a": "\\\\", "b": [<<Start: [Related Lines]>><<[Count]>>,\n<<End>>\n] }', { a: "\\", b: [2, 0] }],
  ])("%j in JSON", (template, value) => {
    const { output, codes } = render("json", template, SHOP);
    expect([JSON.parse(output ?? ""), codes]).toEqual([value, []]);
  });

  test("a body without blocks stays as it is written, and so does one that is no JSON", () => {
    expect(render("json", '{"a": [<<[Count]>>,],}', SHOP).output).toBe('{"a": [5,],}');
    const body = "Order <<[Count]>>: <<Start: [Related Lines]>> <<[Count]>>,,; <<End>>";
    expect(render("json", body, SHOP).output).toBe("Order 5:  2,,;  0,,; ");
  });

  test.each([
    ["<p><<[Text]>></p>", "<p>&lt;b title=&quot;x&quot;&gt;&amp;&#39;</p>"],
    ["<a title=<<[Text]>>>x</a>", "<a title=&lt;b&#32;title&#61;&quot;x&quot;&gt;&amp;&#39;>x</a>"],
    [
      "<a title=x<<If: TRUE>><<[Text]>><<EndIf>>>= <<[Text]>></a>",
      "<a title=x&lt;b&#32;title&#61;&quot;x&quot;&gt;&amp;&#39;>= &lt;b title=&quot;x&quot;&gt;&amp;&#39;</a>",
    ],
    ["<p><<Html: [Text]>></p>", `<p><b title="x">&'</p>`],
    ["<<Html: UPPER([Text])>>", `<B TITLE="X">&'`],
    [
      "<<Start: Orders[Order]>><li><<[Text]>></li><<End>>",
      "<li>&lt;b title=&quot;x&quot;&gt;&amp;&#39;</li>",
    ],
  ])("%j in HTML", (template, html) => {
    const rows = { Orders: [order("1", `<b title="x">&'`)], Lines: [] };
    expect(render("html", template, rows)).toMatchObject({ output: html, codes: [] });
  });

  const many = (count: number): Rows => ({
    Orders: [order("1", "x".repeat(100))],
    Lines: Array.from({ length: count }, (_, at) => line(`l${at}`, "1", "text", at)),
  });

  test.each([
    [9, []],
    [10, []],
    [11, ["limit/template"]],
  ])("a template repeats for %i rows of ten", (count, codes) => {
    const template = "<<Start: [Related Lines]>>x<<End>>";
    expect(render("text", template, many(count), { templateRows: 10 }).codes).toEqual(codes);
    const nested = "<<Start: Orders[Order]>><<Start: [Related Lines]>>x<<End>><<End>>";
    expect(render("text", nested, many(count - 1), { templateRows: 10 }).codes).toEqual(codes);
  });

  test.each([
    [99, ["limit/template"]],
    [100, []],
    [101, []],
  ])("of a hundred characters are rendered %i", (templateLength, codes) => {
    expect(render("text", "<<[Text]>>", many(0), { templateLength }).codes).toEqual(codes);
  });

  test("a template over 100,000 rows ends with an error, and one that repeats others for the budget of the call", () => {
    const { codes } = render("text", "<<Start: Lines[Line]>><<[Text]>><<End>>", many(100_000));
    expect(codes).toEqual(["limit/template"]);
    const squared = "<<Start: Lines[Line]>><<Start: Lines[Line]>>x<<End>><<End>>";
    expect(render("text", squared, many(90), { fuel: 1_000 }).codes).toEqual(["limit/fuel"]);
  });
});

/** A part of a template as it is generated, from which both the template and what it must give are made. */
type Part =
  | { readonly text: string }
  | { readonly value: string }
  | { readonly list: string; readonly parts: readonly Part[] }
  | { readonly condition: string; readonly parts: readonly Part[]; readonly otherwise?: readonly Part[] };

function written(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if ("text" in part) return part.text;
      if ("value" in part) return `<<${part.value}>>`;
      if ("list" in part) return `<<Start: ${part.list}>>${written(part.parts)}<<End>>`;
      const otherwise = part.otherwise === undefined ? "" : `<<Else>>${written(part.otherwise)}`;
      return `<<If: ${part.condition}>>${written(part.parts)}${otherwise}<<EndIf>>`;
    })
    .join("");
}

interface View {
  readonly scope: ExpressionScope;
  readonly tables: ReadonlyMap<string, TableDefinition>;
  readonly request: RequestContext;
  readonly rows: Rows;
  /** The rows in view, the innermost last. */
  readonly inView: readonly Row[];
}

/** What a template means: its expressions by the evaluator that defines the meaning, its blocks one row after the other. */
function expected(parts: readonly Part[], view: View, write: (value: JsonValue) => string): string {
  return parts
    .map((part): string => {
      if ("text" in part) return part.text;
      if ("value" in part) return write(writeJson(...valueIn(part.value, view)));
      if ("list" in part) {
        const [keys] = valueIn(part.list, view);
        const name = part.list.includes("Orders") ? "Orders" : "Lines";
        const table = view.tables.get(name)?.scope;
        if (table === undefined) throw new Error(name);
        const scope = { ...view.scope, around: [...(view.scope.around ?? []), table] };
        return (keys as readonly Value[])
          .map((key) => view.rows[name].find(([own]) => own === key))
          .filter((row) => row !== undefined)
          .map((row) => expected(part.parts, { ...view, scope, inView: [...view.inView, row] }, write))
          .join("");
      }
      const isMet = valueIn(part.condition, view)[0] === true;
      return expected(isMet ? part.parts : (part.otherwise ?? []), view, write);
    })
    .join("");
}

function valueIn(source: string, { scope, request, inView }: View) {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(`${source}: ${diagnostics[0]?.message}`);
  const value = evaluateReference(output, inView.at(-1) ?? [], request, [], inView.slice(0, -1));
  return [value, output.type] as const;
}

/** Parts that may be in a block over rows of a table, or outside of all where both tables are Orders. */
function partsFor(table: "Orders" | "Lines", depth: number): fc.Arbitrary<readonly Part[]> {
  const own =
    table === "Orders" ? ["[Related Lines]", "[Related Lines][Text]"] : ["[Order].[Text]", "[Double]"];
  const values = ["[Text]", "[Count]", "[_THISROW].[Text]", "[_THISROW]", '[Text] & "<" & [Count]', ...own];
  const lists: [string, "Orders" | "Lines"][] = [
    ["Lines[Line]", "Lines"],
    ['FILTER("Lines", [Order] = [_THISROW])', "Lines"],
    ['FILTER("Lines", [Count] > [_THISROW-1].[Count])', "Lines"],
    ['ORDERBY(FILTER("Orders", ISNOTBLANK([Text])), [Count], TRUE)', "Orders"],
    ...(table === "Orders" ? ([["[Related Lines]", "Lines"]] as [string, "Lines"][]) : []),
  ];
  const simple = [
    fc.record({ text: fc.constantFrom("a", " - ", "é", ">>", "{,}") }),
    fc.record({ value: fc.constantFrom(...values) }),
  ];
  const conditions = ["[Count] > 1", "ISBLANK([Text])", "[Text] = [_THISROW].[Text]", "TRUE"];
  const inner = depth === 0 ? fc.constant([]) : partsFor(table, depth - 1);
  const choice = fc.record(
    { condition: fc.constantFrom(...conditions), parts: inner, otherwise: inner },
    { requiredKeys: ["condition", "parts"] },
  );
  const block = fc
    .constantFrom(...lists)
    .chain(([list, of]) =>
      (depth === 0 ? fc.constant([]) : partsFor(of, depth - 1)).map((parts) => ({ list, parts })),
    );
  const all: fc.Arbitrary<Part>[] = depth === 0 ? simple : [...simple, choice, block];
  return fc.array(fc.oneof(...all), { maxLength: 4 });
}

const SIGNS = `<b id="x" title='y'>&amp;`;
const anyText = fc.constantFrom<Value>(null, "x", SIGNS, "&");
const anyCount = fc.constantFrom<Value>(null, 0, 1, 2, 7);
const anyRows: fc.Arbitrary<Rows> = fc.record({
  Orders: fc
    .array(fc.tuple(anyText, anyCount), { minLength: 1, maxLength: 3 })
    .map((cells) => cells.map(([text, count], at) => order(`o${at}`, text, count))),
  Lines: fc
    .array(fc.tuple(fc.integer({ min: 0, max: 3 }), anyText, anyCount), { maxLength: 5 })
    .map((cells) => cells.map(([of, text, count], at) => line(`l${at}`, `o${of}`, text, count))),
});

const asText = (value: JsonValue): string =>
  Array.isArray(value) ? value.map(asText).join(" , ") : value === null ? "" : String(value);
const escaped = (value: JsonValue): string =>
  [...asText(value)].map((sign) => (`<>&"'`.includes(sign) ? escapeOf(sign) : sign)).join("");
const escapeOf = (sign: string) =>
  ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#39;" })[sign] ?? sign;

test.each([
  ["text", asText],
  ["html", escaped],
] as const)("what is rendered as %s is what the reference makes of it", (member, write) => {
  fc.assert(
    fc.property(partsFor("Orders", 3), anyRows, (parts, rows) => {
      fc.pre(written(parts) !== "");
      const { app, context: request, output, codes } = render(member, written(parts), rows);
      const row = app.tables.get("Orders")?.scope;
      const scope = { ...app.scope, row, change: true };
      const view = { scope, tables: app.tables, request, rows, inView: [rows.Orders[0] as Row] };
      expect(codes).toEqual([]);
      expect(output).toBe(expected(parts, view, write));
    }),
  );
});

test("a rendered HTML mail never contains an unescaped value", () => {
  const plain = { text: fc.constantFrom("a", " ", "é") };
  fc.assert(
    fc.property(partsFor("Orders", 3), anyRows, fc.record(plain), (parts, rows, { text }) => {
      const template = `${text}${written(parts).replaceAll(/(?<=^|>>)>>/g, "")}`;
      const { output = "" } = render("html", template, rows);
      expect(output).not.toMatch(/[<"']/);
      expect(output.replaceAll(/&(lt|gt|amp|quot|#39);/g, "")).not.toContain("&");
    }),
  );
});
