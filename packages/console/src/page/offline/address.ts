/** What the playground shows, which the fragment of its address holds: it is sent to no server, and can be handed on. */
export interface PlaygroundState {
  readonly page: "expressions" | "decisions";
  /** The name of the table that the typed rows are of. */
  readonly table: string;
  readonly columns: readonly PlaygroundColumn[];
  /** The cells as they were typed, row by row. */
  readonly rows: readonly (readonly string[])[];
  readonly expression: string;
  /** A definition of rules, as YAML or JSON. */
  readonly rules: string;
  /** As JSON. */
  readonly facts: string;
}

export interface PlaygroundColumn {
  readonly name: string;
  readonly type: string;
}

/** The fragment with what belongs to the page that is shown. */
export function fragmentOf(shown: PlaygroundState): string {
  const { page, table, columns, rows, expression, rules, facts } = shown;
  const heads = columns.map(({ name, type }) => `${name}:${type}`);
  const members =
    page === "expressions" ? { table, expression, rows: linesOf([heads, ...rows]) } : { rules, facts };
  return `#${new URLSearchParams({ page, ...members })}`;
}

/** What an address says, over what is shown: at first examples. */
export function shownAt(fragment: string, shown: PlaygroundState = FIRST_SHOWN): PlaygroundState {
  const address = new URLSearchParams(fragment.replace(/^#/u, ""));
  const texts = TEXTS.flatMap((name) => {
    const text = address.get(name);
    return text === null ? [] : [[name, text] as const];
  });
  const [heads, ...rows] = address.get("rows")?.split("\n") ?? [];
  return {
    ...shown,
    ...Object.fromEntries(texts),
    ...(address.get("page") === "decisions" ? { page: "decisions" } : { page: "expressions" }),
    ...(heads === undefined
      ? {}
      : { columns: heads.split("\t").map(columnOf), rows: rows.map((line) => line.split("\t")) }),
  };
}

const TEXTS = ["table", "expression", "rules", "facts"] as const;

/** A cell holds neither tabs nor line breaks: it is written in one line. */
function linesOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map((cell) => cell.replaceAll(/[\t\r\n]/gu, " ")).join("\t")).join("\n");
}

function columnOf(head: string): PlaygroundColumn {
  const at = head.lastIndexOf(":");
  return at === -1 ? { name: head, type: "Text" } : { name: head.slice(0, at), type: head.slice(at + 1) };
}

const FIRST_SHOWN: PlaygroundState = {
  page: "expressions",
  table: "Orders",
  columns: [
    { name: "Order", type: "Number" },
    { name: "Customer", type: "Text" },
    { name: "Total", type: "Price" },
    { name: "Shipped", type: "Date" },
  ],
  rows: [
    ["1", "Ada", "120.50", "2026-03-02"],
    ["2", "Bo", "80", ""],
    ["3", "Ada", "35.20", "2026-03-09"],
  ],
  expression: "SUM(SELECT(Orders[Total], AND([Customer] = [_THISROW].[Customer], ISNOTBLANK([Shipped]))))",
  rules: `tablewright: 1
rules: { id: checkout }
facts:
  tier: { type: Enum, values: [none, silver, gold], required: true }
  total: { type: Price, min: 0, required: true }
decisions:
  Discount:
    type: Percent
    hit: first
    inputs: ["[tier]", "[total]"]
    rows:
      - [gold, ">= 1000", 0.15]
      - [gold, "-", 0.1]
      - [silver, "[500..1000)", 0.05]
    otherwise: 0
  To pay: { type: Price, formula: "[total] * (1 - [Discount])" }
`,
  facts: JSON.stringify({ tier: "gold", total: 1200 }, undefined, 2),
};
