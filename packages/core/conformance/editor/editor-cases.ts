import { readFileSync } from "node:fs";
import type { Hover, QuickFix, Scope } from "../../src/expression/entrances/editor.ts";

/** What editors must answer, in core, over the protocol and in CodeMirror alike. */
export const editorCases: readonly EditorCase[] = readFileSync(
  new URL("./cases.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

/** What the sources of the cases can name; `editorDefinition` has the same as a definition. */
export const editorScope: Scope = {
  table: "Orders",
  this: "Price",
  tables: {
    Orders: {
      key: "Order ID",
      columns: {
        "Order ID": "Text",
        Price: "Price",
        Quantity: "Number",
        Placed: "Date",
        Status: { type: "Enum", values: ["Open", "Sent"] },
        Customer: { type: "Ref", table: "Customers" },
      },
    },
    "Order Details": { key: "ID", columns: { ID: "Text", Amount: "Price" } },
    Customers: {
      key: "ID",
      columns: {
        ID: "Text",
        Name: "Text",
        "Related Orders": { type: "List", itemType: "Ref", table: "Orders" },
      },
    },
  },
  slices: { "Open Orders": { table: "Orders", filter: "[Price] > 0" } },
};

/** A source with "|" where the cursor is, and what an editor answers there. */
interface EditorCase {
  readonly source: string;
  /** The labels that are offered first, three at most. */
  readonly completions: readonly string[];
  /** What the part under the cursor is, and its type. */
  readonly hover: string | null;
  /** The sources that the fixes make. */
  readonly fixes: readonly string[];
}

/** The source of a case without the mark, and where the cursor is in it. */
export function withoutMark(marked: string): { readonly source: string; readonly offset: number } {
  const offset = marked.indexOf("|");
  return { source: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

/** The answers of the services as a case holds them. */
export function answersOf(
  source: string,
  { completions }: { readonly completions: readonly { readonly label: string }[] },
  hover: Pick<Hover, "title" | "type"> | undefined,
  fixes: readonly Pick<QuickFix, "edits">[],
): Omit<EditorCase, "source"> {
  return {
    completions: completions.slice(0, 3).map(({ label }) => label),
    hover: hover === undefined ? null : `${hover.title}: ${hover.type ?? "?"}`,
    fixes: fixes.map(({ edits }) => withEdits(source, edits)),
  };
}

function withEdits(source: string, edits: QuickFix["edits"]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), source);
}

/** A definition with the tables of `editorScope` and a source in it: the message of Orders' column Price. */
export function editorDefinition(source: string): string {
  return BEFORE + source + AFTER;
}

const BEFORE = `tablewright: 1
app: { id: shop, name: Shop }
tables:
  Orders:
    key: [Order ID]
    columns:
      Order ID: { type: Text }
      Price:
        type: Price
        invalidMessage: |-
          `;

const AFTER = `
      Quantity: { type: Number }
      Placed: { type: Date }
      Status: { type: Enum, values: [Open, Sent] }
      Customer: { type: Ref, table: Customers }
  Order Details:
    key: [ID]
    columns: { ID: { type: Text }, Amount: { type: Price } }
  Customers:
    key: [ID]
    columns: { ID: { type: Text }, Name: { type: Text } }
slices:
  Open Orders: { table: Orders, filter: "[Price] > 0" }
`;

/** Where the source begins in the definition. */
export const START_OF_SOURCE = BEFORE.length;
