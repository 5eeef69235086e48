import type { Row } from "@tablewright/core/storage";
import type { StoreUnderTest } from "@tablewright/store-contract";

/** A fresh store, over which our functions can be kept from cells of hidden rows. */
export type MakeFencedStore = (contents?: string) => Promise<FencedStore>;

export interface FencedStore extends StoreUnderTest {
  /**
   * From now on our functions in the store throw where they are called on what `isOfHiddenCell` is true of. Left out where
   * no functions of ours are called by name.
   */
  readonly trapHiddenCells?: () => Promise<void>;
}

/** Stands in texts of hidden rows that no security filter reads, and nowhere else. */
export const HIDDEN_MARK = "geheim";

/** Numbers of hidden rows that no security filter reads lie between these, and no others do. */
export const HIDDEN_NUMBERS = { least: 1_000_000, most: 100_000_000 } as const;

/** Whether a value can only have been made of such a cell. */
export function isOfHiddenCell(value: unknown): boolean {
  if (typeof value === "string") return value.toLowerCase().includes(HIDDEN_MARK);
  return typeof value === "number" && value >= HIDDEN_NUMBERS.least && value <= HIDDEN_NUMBERS.most;
}

const ME = "me@example.com";
const OTHER = "other@example.com";

/** Rows of the tables of `DEFINITION` that their filters let through. */
export function visibleItems(): readonly Row[] {
  return Array.from({ length: 6 }, (_, at) => [
    `v${at}`,
    ME,
    "ours",
    "a",
    20_500 + at,
    at + 0.5,
    `Ünsichtbar ${at % 3}`,
    at * 3.5,
    at,
    `c${at % 2}`,
    "v0",
  ]);
}

/** Rows that they hide; what no filter reads of them is `secret`, `amount` and `size`. */
export function hiddenItems(secret: string, amount: number, size: number): readonly Row[] {
  return Array.from({ length: 5 }, (_, at) => [
    `h${at}`,
    OTHER,
    "theirs",
    "x",
    5_000 + at,
    900 + at,
    secret,
    amount,
    size,
    `c${at % 2}`,
    "v1",
  ]);
}

/** What security filters may ask of a row; none of them reads `Secret`, `Amount`, `Size`, `Code` or `Next`. */
export const FILTERS = {
  Own: "[Owner] = USEREMAIL()",
  Either: 'OR([Owner] = USEREMAIL(), [Team] = "ours")',
  Listed: 'IN([Group], LIST("a", "b", "c", "d", "e"))',
  Referred: "[Team].[Lead] = USEREMAIL()",
  Chained: "[Team].[Part].[Lead] = USEREMAIL()",
  Granted: "IN([Item], SELECT(Grants[Of], [Who] = USEREMAIL()))",
  Counted: "COUNT(SELECT(Grants[Grant], AND([Of] = [_THISROW].[Item], [Who] = USEREMAIL()))) > 0",
  Looked: 'LOOKUP([_THISROW].[Owner], "People", "Mail", "Level") > 1',
  Spelt: 'UPPER(LEFT([Owner], 2)) = "ME"',
  Reckoned: 'AND([Rate] * 1.5 < 100, [Day] + 30 > "1/1/2026")',
  Failing: "AND([Rate] < 100, ROUND([Rate] * 2) + 9007199254740000 > 0)",
} as const;

export type FilteredTable = keyof typeof FILTERS;

export const FILTERED_TABLES = Object.keys(FILTERS) as readonly FilteredTable[];

const table = (name: FilteredTable) => `
  ${name}:
    key: [Item]
    securityFilter: '${FILTERS[name]}'
    columns:
      Item: { type: Text }
      Owner: { type: Text }
      Team: { type: Ref, table: Teams }
      Group: { type: Text }
      Day: { type: Date }
      Rate: { type: Decimal }
      Secret: { type: Text }
      Amount: { type: Decimal }
      Size: { type: Number }
      Code: { type: Text, index: true }
      Next: { type: Ref, table: ${name} }
      Twins: { type: Number, virtual: true, formula: 'COUNT(SELECT(${name}[Item], UPPER([Secret]) = UPPER([_THISROW].[Secret])))' }
      Mates: { type: Number, virtual: true, formula: 'COUNT(SELECT(${name}[Item], AND([Code] = [_THISROW].[Code], CONTAINS([Secret], "Ü"))))' }`;

/** A table for each filter, one that refers to rows of all of them, and what the filters read. */
export const DEFINITION = `
tablewright: 1
app: { id: fence, name: Fence, owner: ${ME}, locale: en-US, timezone: UTC }
tables:
  Teams: { key: [Team], columns: { Team: { type: Text }, Lead: { type: Text }, Part: { type: Ref, table: Teams } } }
  Grants:
    key: [Grant]
    columns: { Grant: { type: Text }, Who: { type: Text }, Of: { type: Text, index: true } }
  People: { key: [Mail], columns: { Mail: { type: Text }, Level: { type: Number } } }
${FILTERED_TABLES.map(table).join("")}
  Links:
    key: [Link]
    columns:
      Link: { type: Text }
      Text: { type: Text }
${FILTERED_TABLES.map((name) => `      To ${name}: { type: Ref, table: ${name} }`).join("\n")}
slices:
${FILTERED_TABLES.map((name) => `  Plain ${name}: { table: ${name}, filter: 'CONTAINS([Secret], "ü")' }`).join("\n")}
`;

/** The rows of all tables, with these hidden ones. */
export function rowsWith(hidden: readonly Row[]): Readonly<Record<string, readonly Row[]>> {
  const visible = visibleItems();
  const items = visible.flatMap((row, at) => [...hidden.slice(at, at + 1), row]);
  return {
    Teams: [
      ["ours", ME, "ours"],
      ["theirs", OTHER, "theirs"],
    ],
    People: [
      [ME, 2],
      [OTHER, 1],
    ],
    Grants: visible.map(([item], at) => [`g${at}`, ME, item ?? null]),
    Links: [...visible, ...hiddenItems("", 0, 0)].map(([item], at) => [
      `l${at}`,
      `Ünsichtbar ${at}`,
      ...FILTERED_TABLES.map(() => item ?? null),
    ]),
    ...Object.fromEntries(FILTERED_TABLES.map((name) => [name, items])),
  };
}
