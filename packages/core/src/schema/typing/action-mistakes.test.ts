import { expect, test } from "vitest";
import { loadDefinition } from "../index.ts";

/** Loads Orders, their Lines and Customers with `actions`, whose first line is line 1. */
function load(actions: string, { invocable = "dataChange", rules = "" } = {}) {
  const text = `actions:
${actions}
${rules}
tablewright: 1
app: { id: a, name: A, api: { invocable: ${invocable} } }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Customer: { type: Ref, table: Customers }
      Sent: { type: Date }
      Tags: { type: EnumList, values: [a, b] }
      Changes: { type: ChangeCounter }
      Doubled: { type: Number, formula: "[Order] * 2" }
      Shown: { type: Text, virtual: true, formula: '"x"' }
  Lines:
    key: [Order, Line]
    columns: { Order: { type: Ref, table: Orders }, Line: { type: Number, min: 1, initialValue: 1 }, Note: { type: Text } }
  Customers: { key: [Customer], columns: { Customer: { type: Text, initialValue: UNIQUEID() } } }`;
  return loadDefinition(text);
}

/** Each as `line:character code message (hint)`, line 1 being the first of the actions. */
function errorsIn(actions: string, around = {}): string[] {
  return load(actions, around).diagnostics.map(({ line = 0, character, code, message, hint }) => {
    return `${line - 1}:${character} ${code} ${message}${hint === undefined ? "" : ` (${hint})`}`;
  });
}

test.each<[string, string, ...string[]]>([
  [
    "what it sets",
    "  A: { table: Orders, set: { Order: 1, Sennt: 1, Changes: 1, Doubled: 1, Shown: '\"y\"', Related Lines: 'FILTER(\"Lines\", TRUE)' } }",

    '1:30 definition/not-settable The column "Order" cannot be set: it is a part of the key, which never changes.',
    '1:40 definition/unknown-column Table "Orders" has no column "Sennt". (Did you mean "Sent"?)',
    '1:50 definition/not-settable The column "Changes" cannot be set: the application keeps it itself.',
    '1:62 definition/not-settable The column "Doubled" cannot be set: its formula computes it.',
    '1:74 definition/not-settable The column "Shown" cannot be set: it is virtual.',
    '1:88 definition/not-settable The column "Related Lines" cannot be set: it is virtual.',
  ],
  [
    "values of another type, and of unknown columns",
    `  A: { table: Orders, condition: '[Order]', set: { Sent: '[Order]', Customer: '[Custmer]', Tags: '[_THIS]' } }
  B: { table: Orders, addRow: { table: Orders, set: { Order: 1, Sent: '[_THIS]' } } }`,

    "1:35 type/result The expression gives Number, and Yes/No is expected here.",
    "1:59 type/result The expression gives Number, and Date is expected here.",
    '1:80 name/unknown-column Table "Orders" has no column "Custmer". (Did you mean "Customer"?)',
    '2:72 name/no-this "[_THIS]" is the value of the column that the expression belongs to, and there is none here.',
  ],
  [
    "a change, which no action has in view",
    "  A: { table: Orders, condition: 'ISBLANK([_THISROW_BEFORE].[Sent])', deleteRow: true }",
    '1:43 name/no-row "[_THISROW_BEFORE]" is a row, and there is no current row here.',
  ],
  [
    "a column twice",
    "  A: { table: Orders, set: { Sent: TODAY(), sent: TODAY() } }",
    '1:45 definition/similar-names "sent" and "Sent" differ only in upper and lower case.',
  ],
  [
    "nothing to do",
    "  A: { table: Orders, set: {} }\n  B: { table: Orders, run: [] }\n  C: { table: Orders }\n  D: { table: Orders, deleteRow: false }",

    "1:28 definition/wrong-value Expected at least one column, found nothing.",
    "2:28 definition/wrong-value Expected at least one action, found a list.",
    '3:3 definition/one-of Exactly one of "set", "run", "addRow", "deleteRow", "onRows" is expected here.',
    "4:34 definition/wrong-value Expected true, found false.",
  ],
  [
    "two things to do",
    "  A: { table: Orders, deleteRow: true, run: [A] }",

    '1:3 definition/one-of Exactly one of "set", "run", "addRow", "deleteRow", "onRows" is expected here.',
    "1:3 definition/action-cycle These actions lead back to where they begin, so none would ever end: A → A.",
  ],
  [
    "unknown members",
    "  A: { table: Orders, conditon: TRUE, addRow: { table: Lines, set: { Order: '[Order]' }, sett: {} } }\n  B: { table: Orders, onRows: { table: Lines } }",

    '1:23 definition/unknown-member There is no member "conditon" here. (Did you mean "condition"?)',
    '1:90 definition/unknown-member There is no member "sett" here. (Did you mean "set"?)',
    '2:23 definition/missing-member The member "rows" is missing.',
    '2:23 definition/missing-member The member "action" is missing.',
  ],
  [
    "unknown tables, the rest being looked at all the same",
    "  A: { table: Ordres, run: [Bb] }\n  B: { table: Orders, addRow: { table: Line, set: {} } }\n  C: { table: Nix, onRows: { table: Nix, rows: '[Nix]', action: D } }",

    '1:15 definition/unknown-table There is no table "Ordres". (Did you mean "Orders"?)',
    '1:29 definition/unknown-action There is no action "Bb". (Did you mean "B"?)',
    '2:40 definition/unknown-table There is no table "Line". (Did you mean "Lines"?)',
    '3:15 definition/unknown-table There is no table "Nix".',
    '3:37 definition/unknown-table There is no table "Nix".',
    '3:65 definition/unknown-action There is no action "D".',
  ],
  [
    "values that are always the same and never taken",
    '  A: { table: Orders, set: { Tags: \'LIST("a", "c")\' } }\n  B: { table: Orders, addRow: { table: Lines, set: { Order: 1, Line: 0 } } }\n  C: { table: Orders, set: { Tags: \'LIST("b")\' } }',

    '1:36 definition/refused-value The column "Tags" does not take this value: "c" is not one of "a", "b".',
    '2:70 definition/refused-value The column "Line" does not take this value: "0" is out of bounds: at least 1.',
  ],
  [
    "slices in the place of tables",
    "  A: { table: sent, set: { Sent: TODAY() } }\n  B: { table: Orders, addRow: { table: Sent, set: {} } }\nslices: { Sent: { table: Orders } }",

    '1:15 definition/unknown-table There is no table "sent". ("Sent" is a slice; a table is expected here.)',
    '2:40 definition/unknown-table There is no table "Sent". ("Sent" is a slice; a table is expected here.)',
  ],
  [
    "a row that is added without its key",
    "  A: { table: Orders, addRow: { table: Lines, set: { Note: '[Shown]', Lin: 1 } } }\n  B: { table: Orders, addRow: { table: Customers, set: {} } }",

    '1:47 definition/unset-key A row of "Lines" cannot be added without "Order", which is a part of its key. (Set it here, or give the column an initial value.)',
    '1:71 definition/unknown-column Table "Lines" has no column "Lin". (Did you mean "Line"?)',
  ],
  [
    "values of a row that is added are computed on the row of the action",
    "  A: { table: Customers, addRow: { table: Orders, set: { Order: '[Order]', Sent: '[Customer]' } } }",

    '1:66 name/unknown-column Table "Customers" has no column "Order".',
    "1:83 type/result The expression gives Text, and Date is expected here.",
  ],
  [
    "actions on another table",
    "  A: { table: Customers, deleteRow: true }\n  B: { table: Orders, run: [A, b, C] }\n  C: { table: Orders, onRows: { table: Orders, rows: 'LIST([Order])', action: a } }",

    '2:29 definition/other-table The action "A" is on the table "Customers", and one on "Orders" is expected here.',
    "2:3 definition/action-cycle These actions lead back to where they begin, so none would ever end: B → B.",
    '3:79 definition/other-table The action "A" is on the table "Customers", and one on "Orders" is expected here.',
  ],
  [
    "rows that are no Refs to the table",
    "  A: { table: Orders, onRows: { table: Customers, rows: '[Customer]', action: D } }\n  B: { table: Orders, onRows: { table: Customers, rows: '[Related Lines]', action: D } }\n  D: { table: Customers, deleteRow: true }",

    "1:58 type/result The expression gives Ref of Customers, and List of Ref of Customers is expected here.",
    "2:58 type/result The expression gives List of Ref of Lines, and List of Ref of Customers is expected here.",
  ],
  [
    "names",
    "  find: { table: Orders, deleteRow: true }\n  Undo: { table: Orders, deleteRow: true }\n  load: { table: Orders, deleteRow: true }\n  SCHEDULE: { table: Orders, deleteRow: true }\n  Go: { table: Orders, deleteRow: true }\n  GO: { table: Orders, deleteRow: true }",

    '1:3 definition/reserved-name The name "find" is reserved.',
    '2:3 definition/reserved-name The name "Undo" is reserved.',
    '3:3 definition/reserved-name The name "load" is reserved.',
    '4:3 definition/reserved-name The name "SCHEDULE" is reserved.',
    '6:3 definition/similar-names "GO" and "Go" differ only in upper and lower case.',
  ],
])("%s", (_, actions, ...errors) => {
  expect(errorsIn(actions).sort()).toEqual(errors.toSorted());
});

test("an error in an expression keeps its offsets and says its member", () => {
  const { output, diagnostics } = load("  A: { table: Orders, set: { Sent: 'TODAY() + [Ordr]' } }");
  expect(output).toBeUndefined();
  expect(diagnostics).toEqual([
    expect.objectContaining({ start: 10, end: 16, line: 2, character: 47, member: "actions.A.set.Sent" }),
  ]);
});

test.each<[string, string, string]>([
  ["itself", "  A: { table: Orders, run: [a] }", "A → A"],
  [
    "other groups",
    "  A: { table: Orders, run: [D, B] }\n  B: { table: Orders, run: [C] }\n  C: { table: Orders, run: [B] }\n  D: { table: Orders, deleteRow: true }",
    "B → C → B",
  ],
  [
    "rows of another table",
    "  A: { table: Orders, onRows: { table: Lines, rows: '[Related Lines]', action: B } }\n  B: { table: Lines, onRows: { table: Orders, rows: 'LIST([Order])', action: A } }",
    "A → B → A",
  ],
])("an action that leads back to itself by way of %s is named once", (_, actions, way) => {
  expect(errorsIn(actions).map((one) => one.replace(/^\S+ /, ""))).toEqual([
    `definition/action-cycle These actions lead back to where they begin, so none would ever end: ${way}.`,
  ]);
});

test("an action may be run by several groups, and twice by one", () => {
  const actions = `  A: { table: Orders, run: [B, C, D, D] }
  B: { table: Orders, run: [C, D] }
  C: { table: Orders, run: [D] }
  D: { table: Orders, set: { Sent: TODAY() } }`;
  expect(errorsIn(actions, { invocable: "spec" })).toEqual([]);
});

const UNREACHABLE = `  Drop: { table: Orders, deleteRow: true }
  Drop Rows: { table: Orders, onRows: { table: Orders, rows: 'LIST([Order])', action: Drop } }
  Send: { table: Orders, set: { Sent: TODAY() } }`;

test.each<[string, { invocable: string; rules?: string }, string, ...string[]]>([
  ["no call may name it", { invocable: "spec" }, "", "Drop", "Drop Rows"],
  ["every call may name it", { invocable: "dataChange" }, ""],
  [
    "a group runs it, which no call may name for that",
    { invocable: "spec" },
    "\n  G: { table: Orders, run: [Drop] }",
    "Drop",
    "Drop Rows",
    "G",
  ],
  [
    "a rule runs it, by way of another",
    {
      invocable: "spec",
      rules: "rules: { R: { table: Orders, on: [add], steps: [{ action: drop rows }] } }",
    },
    "",
  ],
])("an action is warned of that nothing reaches: %s", (_, around, more, ...names) => {
  const { output, diagnostics } = load(UNREACHABLE + more, around);
  expect(output).toBeDefined();
  expect(diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`)).toEqual(
    names.map(
      (name) =>
        `warning definition/unreachable-action Nothing runs the action "${name}", and no call may name it.`,
    ),
  );
});

test("inputs are in memory in the values and conditions of actions", () => {
  const actions =
    "  A: { table: Orders, condition: 'ISNOTBLANK(INPUT(\"day\", TODAY()))', set: { Sent: 'INPUT(\"day\", TODAY())' } }";
  expect(errorsIn(actions)).toEqual([]);
});

test("a chain of 10,000 actions loads, misspelt or not, and a circle is reported in a few words", () => {
  const chain = (last: string, length = 10_000) =>
    Array.from({ length }, (_, at) => `  A${at}: { table: Orders, run: [A${at + 1}] }`).join("\n") +
    `\n  A${length}: { table: Orders, ${last} }`;
  const setting = load(chain("set: { Sent: TODAY() }", 100), { invocable: "spec" });
  expect(setting.diagnostics).toEqual([]);
  const deleting = load(chain("deleteRow: true"), { invocable: "spec" }).diagnostics;
  expect(deleting).toHaveLength(10_001);
  expect(new Set(deleting.map(({ code }) => code))).toEqual(new Set(["definition/unreachable-action"]));
  const misspelt = load(chain("deleteRow: true", 1_000).replaceAll("run: [A", "run: [B")).diagnostics;
  expect(new Set(misspelt.map(({ code }) => code))).toEqual(new Set(["definition/unknown-action"]));
  const { diagnostics } = load(chain("run: [A0]"));
  expect(diagnostics.map(({ code }) => code)).toEqual(["definition/action-cycle"]);
  expect(diagnostics[0]?.message.length).toBeLessThan(300);
});
