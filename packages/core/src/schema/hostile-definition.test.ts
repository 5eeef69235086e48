import fc from "fast-check";
import { expect, test } from "vitest";
import { loadDefinition } from "./index.ts";
import { LONGEST_DEFINITION } from "./read-yaml.ts";

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
  ["brackets", "[".repeat(100_000)],
  ["closed brackets", "[".repeat(3_000) + "]".repeat(3_000)],
  ["braces", "{a: ".repeat(50_000)],
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
  const start = performance.now();
  expect(text.length).toBeGreaterThan(900_000);
  expect(codesOf(text)).toEqual([]);
  expect(performance.now() - start).toBeLessThan(20_000);
  const padded = (length: number) => `${text}#${" ".repeat(length - text.length - 1)}`;
  expect(codesOf(padded(LONGEST_DEFINITION))).toEqual([]);
  expect(codesOf(padded(LONGEST_DEFINITION + 1))).toEqual(["limit/definition-length"]);
});

test("mistakes of YAML are cut off after ten", () => {
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
    { numRuns: 2_000 },
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
    { numRuns: 300 },
  );
});
