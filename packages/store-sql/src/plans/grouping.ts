import { type FindPlan, type Fold, type RowGroup, UnreadableValue } from "@tablewright/core/storage";
import { phrase, type SqlDialect } from "../compile/sql-dialect.ts";
import type { SqlTable, StoredForm } from "../compile/sql-table.ts";
import { columnTerm, heldColumn, heldDecimal, type SqlTerm } from "../compile/sql-term.ts";
import { SqlFragment, sql } from "../fragments/sql-fragment.ts";
import { readSqlValue, type SqlValue } from "../values/sql-value.ts";

/** The groups of a plan as what is selected: the values of `by`, the number of rows, the folds. */
export interface GroupedValues {
  readonly values: readonly SqlFragment[];
  /** What follows WHERE: nothing where all rows are one group. */
  readonly groupBy: readonly SqlFragment[];
  /** How the values of `by`, and how those of the folds are read. */
  readonly by: readonly ReadValue[];
  readonly folds: readonly ReadValue[];
}

interface ReadValue {
  readonly form: FoldForm;
  /** Position within a row. */
  readonly column: number;
}

/** A sum is the text of a decimal, a count a number. */
type FoldForm = StoredForm | "sum" | "count";

/** A clause that begins after "because" where the database does not group exactly as the language does. */
export function groupedValues(
  { grouping }: FindPlan,
  alias: string,
  table: SqlTable,
  dialect: SqlDialect,
): GroupedValues | string | undefined {
  if (grouping === undefined) return undefined;
  const values: SqlFragment[] = [];
  const by: ReadValue[] = [];
  const folds: ReadValue[] = [];
  for (const at of grouping.by) {
    const term = termOf(at, alias, table);
    if (term === undefined) return "it groups by values that are none in SQL";
    if (term.form === "text" && table.order !== undefined)
      return "texts of another program's table compare as that program says";
    values.push(term.form === "text" ? phrase(dialect, "byCodePoints", term.sql) : readOf(term));
    by.push({ form: formAt(at, table), column: at });
  }
  const places = values.map((_, at) => String(at + 1));
  values.push(sql`count(*)`);
  for (const fold of grouping.folds) {
    const folded = foldedOf(fold, alias, table, dialect);
    if (folded === undefined)
      return `this database does not compute ${WORDS[fold.name]} of such values exactly`;
    values.push(folded.value);
    folds.push({ form: folded.form, column: fold.column });
  }
  const groupBy = places.length === 0 ? [] : [sql`group by ${new SqlFragment([places.join(", ")])}`];
  return { values, groupBy, by, folds };
}

function foldedOf(
  { name, column }: Fold,
  alias: string,
  table: SqlTable,
  dialect: SqlDialect,
): { readonly value: SqlFragment; readonly form: FoldForm } | undefined {
  const term = termOf(column, alias, table);
  if (term === undefined || term.form === "text") return undefined;
  switch (name) {
    case "COUNT":
      return { value: sql`count(${heldColumn(term)})`, form: "count" };
    case "SUM": {
      const value = dialect.aggregate?.("total", term);
      return value && { value, form: "sum" };
    }
    case "MIN":
      return { value: sql`min(${readOf(term)})`, form: formAt(column, table) };
    case "MAX":
      return { value: sql`max(${readOf(term)})`, form: formAt(column, table) };
  }
}

/** How a database reads a value: decimals as they are held, what has another type in our form. */
function readOf(term: SqlTerm): SqlFragment {
  return heldDecimal(term) ?? term.sql;
}

function termOf(at: number, alias: string, { columns }: SqlTable): SqlTerm | undefined {
  const column = columns[at];
  return column && columnTerm(alias, column);
}

function formAt(at: number, { columns }: SqlTable): StoredForm {
  return columns[at]?.form ?? "text";
}

const WORDS = { SUM: "the sum", COUNT: "the number", MIN: "the least", MAX: "the greatest" } as const;

/** Makes a group of what was read of it. Throws an `UnreadableValue` for what another program has put into the table. */
export function readGroup(
  { by, folds }: Pick<GroupedValues, "by" | "folds">,
  read: readonly SqlValue[],
  table: { readonly name: string; readonly columns: readonly { readonly name: string }[] },
): RowGroup {
  const readAll = (values: readonly ReadValue[], from: number) =>
    values.map(({ form, column }, at) => {
      const sent = read[from + at] ?? null;
      const value = readValue(sent, form);
      if (value !== undefined) return value;
      const shown = JSON.stringify(sent).slice(0, MOST_SHOWN);
      const name = table.columns[column]?.name ?? "";
      throw new UnreadableValue({ table: table.name, column: name, key: undefined, value: shown });
    });
  const folded = readAll(folds, by.length + 1) as RowGroup["folded"];
  return { by: readAll(by, 0), rows: Number(read[by.length]), folded };
}

/** Undefined for what is none. An empty text is blank. */
function readValue(read: SqlValue, form: FoldForm) {
  if (read === null || read === "") return null;
  switch (form) {
    case "sum":
      return DECIMAL.test(String(read)) ? String(read) : undefined;
    case "count":
      return Number(read);
    case "integer":
    case "duration":
      return Number.isSafeInteger(Number(read)) ? Number(read) : undefined;
    case "real":
      return Number.isFinite(Number(read)) ? Number(read) : undefined;
    default:
      try {
        return readSqlValue(read, form);
      } catch {
        return undefined;
      }
  }
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/u;

/** Characters of a value that an error shows. */
const MOST_SHOWN = 60;
