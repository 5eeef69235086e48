import type { ModelRow } from "./model-table.ts";

type Rows = Readonly<Record<string, readonly ModelRow[]>>;

const crates = (rows: Rows, keeps: (row: ModelRow) => boolean) =>
  (rows.Crates ?? []).filter(keeps).map(({ Crate }) => String(Crate));

/** Selectors on the crates, each with the keys it gives in their order; what names no row is left out later. */
export const SELECTORS: Readonly<Record<string, (rows: Rows) => readonly string[]>> = {
  'FILTER("Crates", [Count] > 2)': (rows) => crates(rows, ({ Count }) => Number(Count ?? -1) > 2),
  'FILTER("Crates", ISBLANK([Note]))': (rows) => crates(rows, ({ Note }) => Note === null),
  'FILTER("Crates", [Crate] = "A")': (rows) => crates(rows, ({ Crate }) => /^a$/iu.test(String(Crate))),
  'FILTER("Open Crates", [Total] < 50)': (rows) =>
    crates(rows, ({ State, Total }) => State === "Open" && Number(Total) < 50),
  'ORDERBY(FILTER("Crates", TRUE), [Weight], TRUE, [_RowNumber])': (rows) => {
    const all = (rows.Crates ?? []).toSorted((one, other) => Number(other.Weight) - Number(one.Weight));
    return all.map(({ Crate }) => String(Crate));
  },
  'FILTER("Crates", COUNT([Related Items]) > 0)': (rows) =>
    crates(rows, ({ Crate }) => (rows.Items ?? []).some((item) => isSameText(item.Crate, Crate))),
  "SELECT(Items[Crate], [Size] > 1)": (rows) =>
    (rows.Items ?? []).filter(({ Size }) => Number(Size ?? 0) > 1).map(({ Crate }) => String(Crate)),
  "SELECT(Crates[Site], TRUE)": (rows) => (rows.Crates ?? []).map(({ Site }) => String(Site ?? "")),
  'LIST("b", "nobody", "a", "b")': () => ["b", "a"],
};

/** Equality of the language, which REF_ROWS goes by, too. */
function isSameText(one: ModelRow[string] | undefined, other: ModelRow[string] | undefined): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}
