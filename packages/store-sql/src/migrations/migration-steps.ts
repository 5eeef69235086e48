import type { MigrationStep } from "@tablewright/core/storage";
import { quoteName } from "../fragments/quote-name.ts";
import type { LaidOutColumn, TableLayout } from "../tables/table-layout.ts";
import type { TablePlan } from "./table-plan.ts";

/** What changes among indexes, by the names of columns in the database. */
interface ToldIndexes {
  /** The columns of another key. */
  readonly key: readonly string[] | undefined;
  /** The columns of each new index that is told. */
  readonly added: readonly (readonly string[])[];
}

/** The plan of a table as steps in words of the definition; `kept` are the steps of columns that it no longer names. */
export function migrationSteps(
  { layout, isNew, added, renumbers, refusals }: TablePlan,
  indexes: ToldIndexes,
  kept: readonly MigrationStep[],
): readonly MigrationStep[] {
  const table = layout.table.name;
  const inDefinition = (name: string) => layout.columns.find((one) => one.name === name)?.column ?? name;
  const steps: MigrationStep[] = [];
  if (isNew) steps.push({ what: "createTable", table, columns: added.map(({ column }) => column) });
  else {
    for (const { column, form } of added) steps.push({ what: "addColumn", table, column, holds: form });
    if (indexes.key !== undefined)
      steps.push({ what: "changeKey", table, columns: indexes.key.map(inDefinition) });
    for (const step of kept) steps.push(step);
  }
  for (const columns of indexes.added)
    steps.push({ what: "addIndex", table, columns: columns.map(inDefinition) });
  if (renumbers) steps.push({ what: "renumberRows", table, to: layout.table.rowNumbers });
  for (const reason of refusals) steps.push({ what: "refuse", table, reason });
  return steps;
}

/** A column that the definition no longer names, and the statement that counts its values. */
export interface UnnamedColumn {
  readonly count: string;
  readonly step: (values: unknown) => MigrationStep;
}

export function unnamedColumns(layout: TableLayout): readonly UnnamedColumn[] {
  const { table, columns } = layout;
  const named = new Set(table.columns.map(({ name }) => name));
  return columns.filter(({ column }) => !named.has(column)).map((column) => unnamedColumn(layout, column));
}

function unnamedColumn(layout: TableLayout, { column, name, form }: LaidOutColumn): UnnamedColumn {
  return {
    count: `select count(${quoteName(name)}) from ${quoteName(layout.name)}`,
    step: (values) => ({
      what: "keepColumn",
      table: layout.table.name,
      column,
      holds: form,
      values: Number(values),
    }),
  };
}
