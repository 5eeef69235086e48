/** Edits of a definition's text: what changes, and that nothing else does. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../conformance/any-text.ts";
import { definitionParts, editDefinition, restoreDefinition } from "./edit-definition.ts";
import { loadDefinition } from "./load-definition.ts";

const SHOP = `# The shop.
tablewright: 1
app:
  id: shop
  name: Shop
  api: { accessKeys: [{ name: ci, key: V2-secret }] } # for tests
tables:
  Orders: # what is sold
    key: [Order ID]
    securityFilter: '[Status] <> "Gone"'
    columns:
      Order ID: { type: Text }
      Price: { type: Price, validIf: "[_THIS] >= 0", initialValue: 0 } # before tax
      Gross: { type: Price, virtual: true, formula: "[Price] * 1.19" }
      'Status':
        type: Text
        validIf: >-
          IN([_THIS],
            LIST("Open", "Gone"))   # no comment
        requiredIf: ISBLANK([Price])
        # the last line

actions:
  Close: { table: Orders, set: { Status: '"Gone"' } }
rules:
  # whom to tell
  Tell:
    table: Orders
    on: [add]
    steps:
      - webhook:
          url: https://example.com/hook # theirs
          headers: { Authorization: "Bearer s3cret", Content-Type: text/plain }
          body: >
            <<[Price]>>

  Sum: { table: Orders, on: [edit], steps: [{ action: Close }] }
decisions:
  Off:
    type: Number
    parameters: { total: Number }
    hit: first
    rows:
      - [">= 100", 10] # much
      - ["-", 0]
`;

const JSON_SHOP = JSON.stringify(
  {
    tablewright: 1,
    app: { id: "shop", name: "Shop" },
    tables: { T: { key: ["K"], columns: { K: { type: "Text" }, N: { type: "Number", formula: "1 + 1" } } } },
    decisions: { Off: { type: "Number", parameters: { total: "Number" }, rows: [["-", 1]] } },
  },
  null,
  2,
);

const edited = (text: string, path: readonly (string | number)[], to: string | null) => {
  const { output, diagnostics } = editDefinition(text, [{ path, text: to }]);
  return output ?? diagnostics.map(({ code, message }) => `${code}: ${message}`).join("\n");
};

/** The lines that differ, with what they were. */
function changes(before: string, after: string): readonly string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let first = 0;
  while (first < old.length && old[first] === now[first]) first++;
  let last = 0;
  while (last < Math.min(old.length, now.length) - first && old.at(-1 - last) === now.at(-1 - last)) last++;
  return [
    ...old.slice(first, old.length - last).map((line) => `- ${line.trim()}`),
    ...now.slice(first, now.length - last).map((line) => `+ ${line.trim()}`),
  ];
}

const column = (name: string, member: string) => ["tables", "Orders", "columns", name, member];

test.each<[readonly (string | number)[], string | null, string[]]>([
  [
    column("Gross", "formula"),
    "[Price] * 1.2",
    [
      '- Gross: { type: Price, virtual: true, formula: "[Price] * 1.19" }',
      '+ Gross: { type: Price, virtual: true, formula: "[Price] * 1.2" }',
    ],
  ],
  [
    column("Gross", "formula"),
    'IF([Status] = "Open",\n  1, 2)',
    [
      '- Gross: { type: Price, virtual: true, formula: "[Price] * 1.19" }',
      String.raw`+ Gross: { type: Price, virtual: true, formula: "IF([Status] = \"Open\",\n  1, 2)" }`,
    ],
  ],
  [
    column("Status", "validIf"),
    'IN([_THIS],\n  LIST("Open", "Gone", "Sent"))   # no comment',
    [
      "- validIf: >-",
      "- IN([_THIS],",
      '- LIST("Open", "Gone"))   # no comment',
      "+ validIf: |-",
      "+ IN([_THIS],",
      '+ LIST("Open", "Gone", "Sent"))   # no comment',
    ],
  ],
  [
    column("Status", "validIf"),
    "TRUE",
    ["- IN([_THIS],", '- LIST("Open", "Gone"))   # no comment', "+ TRUE"],
  ],
  [
    column("Status", "requiredIf"),
    "[Price] > 0",
    ["- requiredIf: ISBLANK([Price])", '+ requiredIf: "[Price] > 0"'],
  ],
  [
    column("Status", "requiredIf"),
    "ISBLANK([Gross])",
    ["- requiredIf: ISBLANK([Price])", "+ requiredIf: ISBLANK([Gross])"],
  ],
  [column("Status", "requiredIf"), 'a: "b"', ["- requiredIf: ISBLANK([Price])", `+ requiredIf: 'a: "b"'`]],
  [column("Status", "requiredIf"), null, ["- requiredIf: ISBLANK([Price])"]],
  [column("Status", "initialValue"), '"Open"', [`+ initialValue: '"Open"'`]],
  [
    column("Price", "initialValue"),
    "1",
    [
      '- Price: { type: Price, validIf: "[_THIS] >= 0", initialValue: 0 } # before tax',
      '+ Price: { type: Price, validIf: "[_THIS] >= 0", initialValue: 1 } # before tax',
    ],
  ],
  [
    column("Price", "validIf"),
    null,
    [
      '- Price: { type: Price, validIf: "[_THIS] >= 0", initialValue: 0 } # before tax',
      "+ Price: { type: Price, initialValue: 0 } # before tax",
    ],
  ],
  [
    column("Order ID", "validIf"),
    "LEN([_THIS]) > 2",
    ["- Order ID: { type: Text }", '+ Order ID: { type: Text, validIf: "LEN([_THIS]) > 2" }'],
  ],
  [
    ["tables", "Orders", "securityFilter"],
    "TRUE",
    [`- securityFilter: '[Status] <> "Gone"'`, "+ securityFilter: 'TRUE'"],
  ],
  [
    ["actions", "Close", "set", "Status"],
    '"It\'s"',
    [
      `- Close: { table: Orders, set: { Status: '"Gone"' } }`,
      `+ Close: { table: Orders, set: { Status: '"It''s"' } }`,
    ],
  ],
  [
    ["decisions", "Off"],
    'type: Number\nparameters: { total: Number }\nhit: first\nrows:\n  - [">= 200", 10] # much\n  - ["-", 0]\n',
    ['- - [">= 100", 10] # much', '+ - [">= 200", 10] # much'],
  ],
  [
    ["decisions", "Off"],
    'type: Number\nparameters: { total: Number }\nhit: first\nrows:\n  - [">= 100", 10] # much\n  - [">= 50", 5]\n  - ["-", 0]',
    ['+ - [">= 50", 5]'],
  ],
  [["decisions", "New"], "type: Number\nformula: 1", ["+ New:", "+ type: Number", "+ formula: 1"]],
  [
    ["functions", "Twice"],
    "parameters: { n: Number }\nformula: '[n] * 2'",
    ["+ functions:", "+ Twice:", "+ parameters: { n: Number }", "+ formula: '[n] * 2'"],
  ],
  [["rules", "Sum"], null, ["- Sum: { table: Orders, on: [edit], steps: [{ action: Close }] }"]],
  [
    ["rules", "Sum"],
    "table: Orders\non: [edit]\nsteps:\n  - action: Close",
    [
      "- Sum: { table: Orders, on: [edit], steps: [{ action: Close }] }",
      "+ Sum:",
      "+ table: Orders",
      "+ on: [edit]",
      "+ steps:",
      "+ - action: Close",
    ],
  ],
])("%j becomes %j", (path, to, lines) => {
  expect(changes(SHOP, edited(SHOP, path, to))).toEqual(lines);
});

test.each<[readonly (string | number)[], string | null, RegExp]>([
  [["app", "owner"], "eve@example.com", /^edit\/unknown-part/],
  [["app", "api", "accessKeys", 0, "key"], "mine", /^edit\/unknown-part/],
  [["tables", "Orders", "key"], "[Price]", /^edit\/unknown-part/],
  [["tables", "Nowhere", "columns", "A", "formula"], "1", /^edit\/unwritable: .*no place/],
  [["rules", "Nothing"], null, /^edit\/unwritable: .*not there/],
  [["rules", "Sum"], "a: [", /^definition\/unreadable/],
  [["rules", "Sum"], "{ table: Orders }, Other: { table: Orders }", /^definition\/unreadable/],
  [["rules", "Sum"], "*key", /^definition\/unreadable/],
])("%j cannot become %j", (path, to, message) => {
  expect(edited(SHOP, path, to)).toMatch(message);
});

test("what an anchor shares is not changed for one of its places", () => {
  const text = SHOP.replace('formula: "[Price] * 1.19"', 'formula: &f "[Price]"').replace(
    "requiredIf: ISBLANK([Price])",
    "requiredIf: *f",
  );
  expect(edited(text, column("Gross", "formula"), "1")).toMatch(/anchor/);
  const unshared = text.replace("requiredIf: *f", "requiredIf: ISBLANK([Price])");
  expect(changes(unshared, edited(unshared, column("Gross", "formula"), "1"))).toEqual([
    '- Gross: { type: Price, virtual: true, formula: &f "[Price]" }',
    '+ Gross: { type: Price, virtual: true, formula: &f "1" }',
  ]);
  expect(edited(text, column("Status", "requiredIf"), "1")).toMatch(/anchor/);
});

describe("headers of webhooks", () => {
  const tell = definitionParts(SHOP).find(({ path }) => path[1] === "Tell");

  test("are withheld, and kept where they are sent back to the same URL", () => {
    expect(tell?.text).toContain("headers: { Authorization: withheld, Content-Type: text/plain }");
    const body = (tell?.text ?? "").replace("<<[Price]>>", "<<[Gross]>>");
    expect(changes(SHOP, edited(SHOP, ["rules", "Tell"], body))).toEqual(["- <<[Price]>>", "+ <<[Gross]>>"]);
  });

  test("go to no other URL, and to no other rule", () => {
    const moved = (tell?.text ?? "").replace("https://example.com", "https://example.org");
    expect(edited(SHOP, ["rules", "Tell"], moved)).toMatch(/^edit\/unwritable: .*another URL/);
    expect(edited(SHOP, ["rules", "Told"], tell?.text ?? "")).toMatch(/^edit\/unwritable/);
  });
});

test.each(["\t", "  "])(
  "a part of a JSON definition is edited without the indentation %j of its place",
  (indent) => {
    const shop = JSON.stringify(JSON.parse(JSON_SHOP), undefined, indent);
    const part = definitionParts(shop).find(({ path }) => path.join(".") === "decisions.Off");
    const own = JSON.stringify(JSON.parse(shop).decisions.Off, undefined, indent);
    expect(part?.text).toBe(own);
    const changed = edited(shop, ["decisions", "Off"], own.replace('"type": "Number"', '"type": "Decimal"'));
    expect(changed).toBe(shop.replace(/("Off": \{\s+"type": )"Number"/, '$1"Decimal"'));
  },
);

test("a JSON definition stays JSON", () => {
  const formula = edited(JSON_SHOP, ["tables", "T", "columns", "N", "formula"], '"a" & "b"');
  expect(changes(JSON_SHOP, formula)).toEqual([
    '- "formula": "1 + 1"',
    String.raw`+ "formula": "\"a\" & \"b\""`,
  ]);
  const added = edited(JSON_SHOP, ["tables", "T", "columns", "N", "validIf"], "TRUE");
  expect(changes(JSON_SHOP, added)).toEqual([
    '- "formula": "1 + 1"',
    '+ "formula": "1 + 1",',
    '+ "validIf": "TRUE"',
  ]);
  for (const text of [formula, added, edited(JSON_SHOP, ["decisions", "New"], "type: Number\nformula: 1")])
    expect(() => JSON.parse(text)).not.toThrow();
  expect(JSON.parse(edited(JSON_SHOP, ["rules", "R"], '{ "table": "T" }'))).toMatchObject({
    rules: { R: { table: "T" } },
  });
});

test("line breaks stay as the file has them", () => {
  const text = SHOP.replaceAll("\n", "\r\n");
  const after = edited(text, ["decisions", "New"], "type: Number\nformula: 1");
  expect(after.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(after).toContain("\r\n  New:\r\n    type: Number\r\n");
});

/** Texts as people write them, and any others. */
const anyExpression = fc.oneof(
  fc.constantFrom(
    "[Price] * 2",
    'IF(TRUE,\n  "a # b",\n\n  "c: d")',
    "12",
    "true",
    "null",
    "- a",
    "'",
    '"',
    "# a",
    "a\n b",
    "&x",
    "1,5",
  ),
  fc.string({ minLength: 1, unit: "grapheme" }),
  anyText({ minLength: 1 }),
  fc
    .array(fc.constantFrom("a", " ", "\n", "  ", "#", ":", "'", '"', "[", "}", ",", "\t", "\\"), {
      minLength: 1,
    })
    .map((all) => all.join("")),
);

test("any text of an expression is read back, and every other line stays", () => {
  const parts = (text: string) =>
    definitionParts(text).filter(({ kind }) => !["rule", "decision", "function"].includes(kind));
  fc.assert(
    fc.property(
      fc.constantFrom(SHOP, JSON_SHOP, SHOP.replaceAll("\n", "\r\n")),
      fc.nat(),
      anyExpression,
      (text, which, to) => {
        const all = parts(text);
        const part = all[which % all.length] ?? expect.fail();
        const { output, diagnostics } = editDefinition(text, [{ path: part.path, text: to }]);
        if (output === undefined)
          return expect(diagnostics.map(({ code }) => code)).toEqual(["edit/unwritable"]);
        const now = parts(output);
        const same = now.find(({ path }) => path.join() === part.path.join());
        expect(same?.text).toBe(to.replaceAll("\r\n", "\n").trimEnd());
        const others = ({ text: own, path }: (typeof all)[number]) =>
          path === part.path || path === same?.path ? [] : [own];
        expect(now.flatMap(others)).toEqual(all.flatMap(others));
        const lines = text.split("\n");
        const first = lines.slice(0, part.line - 1);
        const nextLine = part.text.includes("\n") ? part.line + 3 : part.line;
        const last = lines.slice(nextLine);
        expect(output.split("\n").slice(0, first.length)).toEqual(first);
        expect(output.split("\n").slice(-last.length)).toEqual(last);
      },
    ),
    { numRuns: 60 },
  );
});

test("parts can be saved as they are, byte for byte", () => {
  for (const text of [SHOP, JSON_SHOP, SHOP.replaceAll("\n", "\r\n")])
    for (const { path, text: own } of definitionParts(text)) expect(edited(text, path, own)).toBe(text);
});

test("a kept text is restored with the keys of now, and no key comes back", () => {
  const shop = SHOP.replace("   # no comment", "");
  const { output } = loadDefinition(shop);
  const kept = output?.written.text ?? expect.fail();
  expect(kept).not.toContain("V2-secret");
  const later = edited(shop, column("Gross", "formula"), "1");
  expect(restoreDefinition(kept, later).output).toBe(shop);
  const keyless = (text: string) => text.replace("{ name: ci, key: V2-secret }", "");
  expect(restoreDefinition(kept, keyless(later)).output).toBe(keyless(shop));
});

const OTHER_APP = `app:
  id: shop
  # renamed
  name: The shop
  api:
    accessKeys: # nobody`;

test.each([
  ["in one line", "app: { id: shop, name: The shop }"],
  ["of many lines", OTHER_APP],
  ["with a comment", `${OTHER_APP}\n      - { name: other, key: V2-other } # theirs`],
])("a kept text is restored with another app, %s", (_, app) => {
  const withApp = (text: string) => text.replace(/app:\n[\s\S]*?(?= # for tests)/, app);
  const later = edited(withApp(SHOP), column("Gross", "formula"), "1");
  expect(restoreDefinition(SHOP, later).output).toBe(withApp(SHOP));
  const lines = (text: string) => text.replaceAll("\n", "\r\n");
  expect(restoreDefinition(lines(SHOP), later).output).toBe(lines(withApp(SHOP)));
});

test("a kept text is not restored where it cannot have the app of now", () => {
  const shared = SHOP.replace("name: Shop", "name: &n Shop").replace("type: Number", "type: Number # *n");
  const aliased = shared.replace("hit: first", "hit: first\n    note: *n");
  const codes = ({ diagnostics }: ReturnType<typeof restoreDefinition>) =>
    diagnostics.map(({ code }) => code);
  expect(codes(restoreDefinition(aliased, SHOP))).toEqual(["edit/unwritable"]);
  expect(codes(restoreDefinition(JSON_SHOP, SHOP))).toEqual(["edit/unwritable"]);
});
