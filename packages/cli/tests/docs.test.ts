/** `tablewright docs`: a page about a definition. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const APP = `tablewright: 1
app: { id: shop, name: "The *Shop*", locale: en-US }
types: { Line: { price: Price, quantity: Number, parts: { type: List, of: Part }, more: Json }, Part: { sku: Text } }
tables:
  Orders:
    key: [ID]
    securityFilter: '[Owner] = USEREMAIL()'
    columns:
      ID: { type: Text, initialValue: UNIQUEID() }
      Owner: { type: Email, description: Who ordered. }
      State: { type: Enum, values: [open, "a|b"], required: true }
      Lines: { type: List of Line }
      Home: { type: Object, fields: { city: Text, marks: { type: List, itemType: Number } } }
      Total: { type: Price, virtual: true, formula: "SUM(MAP([Lines], LINE_TOTAL([_ITEM])))" }
      Rate: { type: Percent, formula: "DISCOUNT([Total])" }
slices:
  Open: { table: Orders, filter: '[State] = "open"' }
actions:
  Close: { table: Orders, condition: '[State] = "open"', set: { State: '"a|b"' } }
rules:
  Done: { table: Orders, on: [add], condition: '[Total] > 9', steps: [{ action: Close }] }
functions:
  LINE_TOTAL:
    description: What a line costs.
    parameters: { line: Line }
    result: Price
    formula: "[line].[price] * [line].[quantity] * FX()"
    examples: { FX(): 1 }
  FX: { host: true, result: Decimal }
decisions:
  DISCOUNT: { parameters: { total: Price }, type: Percent, rows: [["> 100", 0.1], ["<= 100", 0]] }
  BOX:
    parameters: { lines: List of Line }
    hit: first
    outputs: { size: { type: Text, default: small }, of: Line }
    inputs: ["COUNT([lines])"]
    rows: [["> 9", large, null]]
    otherwise: [0.10, null]
`;

const RULES = `tablewright: 1
rules: { id: checkout, name: Checkout }
facts: { tier: { type: Text, required: true }, total: Price }
functions: { TWICE: { parameters: { x: Price }, result: Price, formula: "[x] * 2" } }
decisions:
  Rate: { type: Percent, hit: first, inputs: ["[tier]", "TWICE([total])"], rows: [[gold, "> 10", 0.1]], otherwise: 0 }
  Pay: { type: Price, formula: "[total] * (1 - [Rate])" }
  Tell: { rules: [{ name: Rich, when: "[Pay] > 99", event: rich }] }
`;

const at = (text: string) => join(folderOf({ "it.yaml": text }), "it.yaml");

test("of an application", async () => {
  const { code, out } = await capture("docs", at(APP));
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "# The \\*Shop\\*

    The application \`shop\`, in the Locale en-US and the time zone UTC.

    ## Tables

    ### Orders

    Key: \`ID\`. Changes: add, edit, delete. Callers see the rows for which \`[Owner] = USEREMAIL()\` is TRUE.

    | column | type | about |
    | --- | --- | --- |
    | \`ID\` | Text | At first \`UNIQUEID()\`. |
    | \`Owner\` | Email | Who ordered. |
    | \`State\` | Enum | Required. One of \`open\`, \`a\\|b\`. |
    | \`Lines\` | List of Line |  |
    | \`Home\` | { city: Text, marks: List of Number } |  |
    | \`Total\` | Price | Computed when it is read: \`SUM(MAP([Lines], LINE_TOTAL([_ITEM])))\`. |
    | \`Rate\` | Percent | Computed: \`DISCOUNT([Total])\`. |

    ## Types

    ### Part

    | field | type |
    | --- | --- |
    | \`sku\` | Text |

    ### Line

    | field | type |
    | --- | --- |
    | \`price\` | Price |
    | \`quantity\` | Number |
    | \`parts\` | List of Part |
    | \`more\` | Json |

    ## Slices

    ### Open

    The rows for which \`[State] = "open"\` is TRUE, of the table Orders.

    ## Actions

    ### Close

    On a row of Orders. Only where \`[State] = "open"\`. Sets columns:

    - \`State\` becomes \`"a|b"\`

    ## Rules

    ### Done

    When a row of Orders changes (add) for which \`[Total] > 9\` is TRUE:

    - action Close

    ## Decisions

    ### DISCOUNT

    Given (total: Price), gives DISCOUNT: Percent.

    Where several rows match: unique.

    | row | \`[total]\` | → DISCOUNT |
    | --- | --- | --- |
    | 1 | \`> 100\` | \`0.1\` |
    | 2 | \`<= 100\` | \`0\` |

    ### BOX

    Given (lines: List of Line), gives size: Text, of: Line.

    Where several rows match: first.

    | row | \`COUNT([lines])\` | → size | → of |
    | --- | --- | --- | --- |
    | 1 | \`> 9\` | \`large\` |  |
    | otherwise |  | \`0.10\` |  |

    ## Functions

    ### LINE\\_TOTAL

    \`LINE_TOTAL(line: Line) → Price\`

    What a line costs.

    Computed: \`[line].[price] * [line].[quantity] * FX()\`.

    - \`FX()\` is \`1\`

    ### FX

    \`FX() → Decimal\`

    Its code is of the program.
    "
  `);
});

test("of rules, into a file", async () => {
  const folder = folderOf({ "rules.yaml": RULES });
  const page = join(folder, "rules.md");
  expect((await capture("docs", join(folder, "rules.yaml"), "--out", page)).code).toBe(0);
  expect(await readFile(page, "utf8")).toMatchInlineSnapshot(`
    "# Checkout

    The rules \`checkout\`.

    ## Facts

    | fact | type | required |
    | --- | --- | --- |
    | \`tier\` | Text | yes |
    | \`total\` | Price |  |

    ## Decisions

    ### Rate

    Where several rows match: first.

    | row | \`[tier]\` | \`TWICE([total])\` | → Rate |
    | --- | --- | --- | --- |
    | 1 | \`gold\` | \`> 10\` | \`0.1\` |
    | otherwise |  |  | \`0\` |

    ### Pay

    Computed: \`[total] * (1 - [Rate])\`.

    ### Tell

    Where several rows match: unique.

    | rule | when |
    | --- | --- |
    | Rich | \`[Pay] > 99\` |

    ## Functions

    ### TWICE

    \`TWICE(x: Price) → Price\`

    Computed: \`[x] * 2\`.
    "
  `);
});

test("of a definition with errors there is none", async () => {
  const { code, out, err } = await capture(
    "docs",
    at(APP.replace("[total]", "[totl]").replace("SUM(", "SUMM(")),
  );
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("SUMM");
});
