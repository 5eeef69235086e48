import type { AppDefinition } from "@tablewright/core";
import {
  type AddedColumn,
  type KeptColumn,
  type KeptTable,
  type MigrationPlan,
  type MigrationStep,
  typeOfForm,
} from "@tablewright/core/storage";
import { counted } from "../terminal.ts";

/**
 * A line for each step of a plan for these tables, in words for the author of the change; then what writers wait for, and what looks
 * like a new name.
 */
export function describePlan(plan: MigrationPlan, tables: AppDefinition["tables"]): string {
  if (plan.length === 0) return "The store has every table, column and index of the definition.";
  return [
    ...plan.map((step) => describeStep(step, tables)),
    ...describeWait(plan),
    ...suspectRenames(plan),
  ].join("\n");
}

/** Steps that take longer the more rows there are, and during which no row may change. */
export function describeWait(plan: MigrationPlan): readonly string[] {
  const steps = plan.filter(
    (step) => EXCLUDING.has(step.what) || ("isExclusive" in step && step.isExclusive),
  );
  if (steps.length === 0) return [];
  const tables = steps.map(({ table }) => table);
  const values = steps.map((step) => ("values" in step ? step.values : "rows" in step ? step.rows : 0));
  const seconds = Math.ceil(values.reduce((sum, count) => sum + count, 0) / VALUES_PER_SECOND);
  const time = seconds > 1 ? `, for up to ${seconds} s or so` : "";
  return [
    `Calls that change rows wait while this is done to the rows of ${quoted([...new Set(tables)])}${time}.`,
  ];
}

/**
 * Values that get another form, or that are filled, at least: of 200,000 rows, on two processors that were busy ten times over, 25,000 on PostgreSQL
 * and 13,000 on MariaDB.
 */
const VALUES_PER_SECOND = 10_000;

const EXCLUDING: ReadonlySet<MigrationStep["what"]> = new Set(["changeKey"]);

function describeStep(step: MigrationStep, tables: AppDefinition["tables"]): string {
  const { table } = step;
  const declared = tables.get(table)?.columns ?? [];
  /** The type of a column, as the definition has it unless only a part of its values is meant. */
  const typeOf = (column: string, form: string) =>
    (form.includes(" at /") ? undefined : declared.find(({ name }) => name === column)?.columnType.name) ??
    typeOfForm(form);
  switch (step.what) {
    case "createTable":
      return `${table}: a new table with the columns ${quoted(step.columns)}`;
    case "renameTable":
      return `${table}: the table "${step.was}" (${counted(step.rows, "row")}) gets this name`;
    case "renameColumn":
      return `${table}: the column "${step.was}" (${counted(step.values, "value")}) becomes "${step.column}"`;
    case "convertColumn":
      return `${table}: the column "${step.column}" (${counted(step.values, "value")}) is converted from ${typeOfForm(step.held)} to ${typeOf(step.column, step.holds)}`;
    case "addColumn":
      return `${table}: a new column "${step.column}" (${typeOf(step.column, step.holds)}), ${describeFilling(step)}`;
    case "fillColumn":
      return `${table}: the column "${step.column}" ${step.filledBy === "formula" ? "is computed" : "gets its initial value"} in ${counted(step.rows, "row")}`;
    case "fillRows":
      return `${table}: the rows of ${counted(step.writes, "call")} to servers with an older definition get their values`;
    case "addIndex":
      return `${table}: a new index on ${quoted(step.columns)}`;
    case "changeKey":
      return `${table}: the key becomes ${quoted(step.columns)}`;
    case "keepColumn":
      return `${table}: the column "${step.column}" (${typeOfForm(step.holds)}, ${counted(step.values, "value")}) is not named any more and is kept aside`;
    case "dropColumn":
      return `${table}: the column "${step.column}" (${typeOfForm(step.holds)}, ${counted(step.values, "value")}) is removed for good`;
    case "dropTable":
      return `${table}: the table (${counted(step.rows, "row")}) is removed for good`;
    case "keepTable":
      return `${table}: the table (${counted(step.rows, "row")}) is not named any more and is kept aside`;
    case "refuse":
      return `${table}: this cannot be done. ${step.reason}`;
  }
}

function describeFilling({ rows, filledBy }: AddedColumn): string {
  if (filledBy === undefined) return "blank in the rows there are";
  return `${filledBy === "formula" ? "computed" : "with its initial value"} in ${counted(rows, "row")}`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

/**
 * What in a plan looks as if something had got another name, each with what to do about it. Where a definition does not say
 * what it was, one has gone to a store and another has come.
 */
function suspectRenames(plan: MigrationPlan): readonly string[] {
  return plan.flatMap((step) => {
    if (step.what === "keepColumn" && step.values > 0) return columnsLike(step, plan);
    return step.what === "keepTable" && step.rows > 0 ? tablesLike(step, plan) : [];
  });
}

function columnsLike({ table, column, holds }: KeptColumn, plan: MigrationPlan): string[] {
  const likely = plan.flatMap((step) =>
    step.what === "addColumn" && step.table === table && step.holds === holds ? [step.column] : [],
  );
  return likely.map(
    (name) =>
      `${table}: is "${name}" the old "${column}" under another name? With "was: ${column}" next to its type the values come ` +
      "along; write it before the store is changed.",
  );
}

function tablesLike({ table, columns }: KeptTable, plan: MigrationPlan): string[] {
  const likely = plan.flatMap((step) => {
    if (step.what !== "createTable") return [];
    const same = step.columns.filter((name) => columns.includes(name));
    return same.length * 2 >= Math.max(columns.length, step.columns.length) ? [step.table] : [];
  });
  return likely.map(
    (name) =>
      `${name}: is it the old "${table}" under another name? With "was: ${table}" next to its columns the rows come along; ` +
      "write it before the store is changed.",
  );
}
