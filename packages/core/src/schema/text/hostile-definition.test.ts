import fc from "fast-check";
import { expect, test } from "vitest";
import { LONGEST_DEFINITION } from "../../yaml/read-yaml.ts";
import { loadDefinition } from "../index.ts";

const START = "tablewright: 1\napp: { id: a, name: A }\n";

function codesOf(text: string): string[] {
  const { output, diagnostics } = loadDefinition(text);
  if (diagnostics.length > 0) expect(diagnostics[0]).toMatchObject({ line: expect.any(Number) as number });
  return output === undefined ? diagnostics.map(({ code }) => code) : [];
}

test("billion laughs are refused", () => {
  const lines = ["x0: &x0 [lol, lol]"];
  for (let level = 1; level < 30; level++) {
    lines.push(
      `x${level}: &x${level} [${Array(9)
        .fill(`*x${level - 1}`)
        .join(", ")}]`,
    );
  }
  const { diagnostics } = loadDefinition(START + lines.join("\n"));
  expect(diagnostics.at(-1)?.message).toBe(
    "The definition cannot be read: aliases repeat more than 10000 parts.",
  );
});

test("an alias of itself is refused", () => {
  expect(codesOf(`${START}tables: &t { T: *t }`)).toEqual(["definition/unreadable"]);
  expect(codesOf("&a [*a, *a]")).toEqual(["definition/unreadable"]);
});

test.each([
  ["brackets", "[".repeat(20_000)],
  ["closed brackets", "[".repeat(3_000) + "]".repeat(3_000)],
  ["braces", "{a: ".repeat(20_000)],
  ["dashes", "- ".repeat(20_000)],
  ["steps", Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ["JSON", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`],
  ["complex names", "? ".repeat(20_000)],
])("deep nesting by %s is refused", (_, text) => {
  expect(new Set(codesOf(text))).toEqual(new Set(["definition/unreadable"]));
});

test("a long definition loads, a too long one is refused", () => {
  const columns = Array.from(
    { length: 20_000 },
    (_, index) => `      Column ${index}: { type: Text, maxLength: 10 }`,
  );
  const text = `${START}tables:\n  T:\n    key: [Column 0]\n    columns:\n${columns.join("\n")}\n`;
  expect(text.length).toBeGreaterThan(900_000);
  const padded = (length: number) => `${text}#${" ".repeat(length - text.length - 1)}`;
  expect(codesOf(padded(LONGEST_DEFINITION))).toEqual([]);
  expect(codesOf(padded(LONGEST_DEFINITION + 1))).toEqual(["limit/definition-length"]);
});

test("errors of YAML are cut off after ten", () => {
  expect(codesOf("]\n".repeat(1_000)).length).toBeLessThanOrEqual(10);
});

test("whatever the text, loading answers", () => {
  const words = fc.constantFrom(
    ...[
      "tablewright: 1\n",
      "app:\n",
      "  id: a\n",
      "tables:\n",
      "  T:\n",
      "    key: [ID]\n",
      "    columns:\n",
    ],
    ...[
      "      ID: { type: Text }\n",
      "- ",
      "? ",
      ": ",
      "&a ",
      "*a ",
      "!!set ",
      "{",
      "}",
      "[",
      "]",
      "'",
      '"',
      "|\n",
    ],
    ...[
      "\t",
      "#",
      "---\n",
      "<<: ",
      "__proto__: ",
      "constructor: ",
      "null",
      "1",
      "true",
      "%YAML 1.1\n",
      "\ufeff",
    ],
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
      const { output, diagnostics } = loadDefinition(parts.join(""));
      expect(output !== undefined || diagnostics.length > 0).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test("whatever the plain data, loading answers", () => {
  const member = fc.constantFrom(
    ...[
      "tablewright",
      "app",
      "id",
      "name",
      "api",
      "accessKeys",
      "tables",
      "columns",
      "type",
      "key",
      "values",
    ],
    ...[
      "updates",
      "slices",
      "filter",
      "actions",
      "set",
      "rules",
      "steps",
      "on",
      "watch",
      "min",
      "toString",
      "1",
    ],
  );
  const leaf = fc.constantFrom<unknown>(1, "T", "Text", "Ref", "Number", "[ID]", true, null, 0.5, "", "add");
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(member, tie("tree"), { maxKeys: 5 }),
    ),
  }));
  const whole = fc.record(
    {
      tablewright: fc.constant(1),
      app: tree,
      tables: fc.dictionary(
        member,
        fc.oneof(tree, fc.record({ key: tree, columns: fc.dictionary(member, tree) })),
      ),
      slices: tree,
      actions: tree,
      rules: tree,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(whole, (data) => {
      const { output, diagnostics } = loadDefinition(JSON.stringify(data));
      expect(output !== undefined || diagnostics.length > 0).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("whatever actions and rules say, what loads is whole", () => {
  const table = fc.constantFrom("T", "T", "T", "t", "U", "S");
  const action = fc.constantFrom("A", "B", "C", "a", "__proto__");
  const expression = fc.constantFrom(
    "[ID]",
    "TRUE",
    'FILTER("T", TRUE)',
    "[_THISROW_BEFORE].[N]",
    "1 +",
    "",
    1,
  );
  const set = fc.dictionary(fc.constantFrom("N", "N", "N", "ID", "V", "toString"), expression, {
    maxKeys: 2,
  });
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
  const actions = fc.dictionary(
    action,
    fc.oneof(
      fc.record({ table, run: fc.array(action, { maxLength: 3 }) }),
      fc.record({ table, condition: optional(expression), set }),
      fc.record({ table, addRow: fc.record({ table, set }) }),
      fc.record({ table, onRows: fc.record({ table, rows: expression, action }) }),
      fc.record({ table, deleteRow: fc.constantFrom(true, false) }),
    ),
    { maxKeys: 3 },
  );
  const text = fc.array(fc.constantFrom("<<", ">>", "[ID]", "_NOW", '"', " ", "https://a/"), {
    maxLength: 5,
  });
  const template = text.map((pieces) => pieces.join(""));
  const webhook = fc.record({
    url: fc.constant("https://a"),
    body: template,
    headers: fc.dictionary(template, template, { maxKeys: 1 }),
  });
  const attachment = fc.record({ name: template, table, rows: expression });
  const email = fc.record({
    to: template,
    subject: template,
    body: template,
    attach: fc.array(attachment, { maxLength: 1 }),
  });
  const step = fc.oneof(fc.record({ action }), fc.record({ webhook }), fc.record({ email }));
  const rules = fc.dictionary(
    fc.constantFrom("R", "Q", "r"),
    fc.record({
      table,
      on: fc.array(fc.constantFrom("add", "edit", "delete"), { maxLength: 2 }),
      condition: optional(expression),
      steps: fc.array(step, { maxLength: 2 }),
    }),
    { maxKeys: 2 },
  );
  const columns = {
    ID: { type: "Text" },
    N: { type: "Text" },
    V: { type: "Text", virtual: true, formula: "[N]" },
  };
  const tables = { T: { key: ["ID"], columns }, U: { key: ["ID"], columns } };
  let loaded = 0;
  fc.assert(
    fc.property(actions, rules, (someActions, someRules) => {
      const definition = {
        tablewright: 1,
        app: { id: "a", name: "A" },
        tables,
        slices: { S: { table: "T" } },
        actions: someActions,
        rules: someRules,
      };
      const { output, diagnostics } = loadDefinition(JSON.stringify(definition));
      expect(output !== undefined || diagnostics.length > 0).toBe(true);
      if (output === undefined) return;
      loaded += 1;
      expect([...output.actions.keys()]).toEqual(Object.keys(someActions));
      expect([...output.rules.keys()]).toEqual(Object.keys(someRules));
      for (const { effect, table: own } of output.actions.values()) {
        const run = effect.kind === "run" ? effect.actions : [];
        for (const name of run) expect(output.actions.get(name)?.table).toBe(own);
        if (effect.kind === "onRows") expect(output.actions.get(effect.action)?.table).toBe(effect.table);
      }
    }),
    { numRuns: 120 },
  );
  expect(loaded).toBeGreaterThan(5);
});

test.each([
  ["read before they are defined", (names: readonly string[]) => names.toReversed()],
  ["read after they are defined", (names: readonly string[]) => names],
])("virtual columns depend on 127 others and no more: %s", (_, inOrder) => {
  const chain = (length: number) => {
    const formula = (at: number) => (at === 1 ? "1" : `[V${at - 1}] - [V${at - 1}] + 1`);
    const columns = Array.from(
      { length },
      (_, at) => `      V${at + 1}: { type: Number, virtual: true, formula: "${formula(at + 1)}" }`,
    );
    const table = "tables:\n  T:\n    key: [Id]\n    columns:\n      Id: { type: Text }\n";
    return START + table + inOrder(columns).join("\n");
  };
  expect(codesOf(chain(128))).toEqual([]);
  expect(codesOf(chain(129))).toEqual(["limit/formulas"]);
  expect(new Set(codesOf(chain(1_000)))).toEqual(new Set(["limit/formulas"]));
});
