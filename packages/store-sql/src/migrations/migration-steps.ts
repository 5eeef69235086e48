import type { MigrationStep } from "@tablewright/core/storage";
import { unfilledColumns } from "../catalogue/filling-marks.ts";
import type { LaidOutColumn } from "../tables/table-layout.ts";
import type { TablePlan } from "./table-plan.ts";

/** The plan of a table as steps in words of the definition; `unnamed` are the steps of columns that it no longer names. */
export function migrationSteps(plan: TablePlan, unnamed: readonly MigrationStep[]): readonly MigrationStep[] {
  const { layout, old, added, refusals } = plan;
  const table = layout.table.name;
  const steps: MigrationStep[] = [];
  if (old === undefined) {
    steps.push({ what: "createTable", table, columns: added.map(({ column }) => column) });
  } else {
    for (const step of [...changesOf(plan, old.table), ...unnamed]) steps.push(step);
  }
  for (const columns of newIndexes(plan)) steps.push({ what: "addIndex", table, columns });
  for (const refusal of refusals) steps.push({ what: "refuse", table, ...refusal });
  return steps;
}

function changesOf(plan: TablePlan, was: string): readonly MigrationStep[] {
  const { layout, rows, renames, converted, added, indexes } = plan;
  const table = layout.table.name;
  const steps: MigrationStep[] = [];
  if (was !== table) steps.push({ what: "renameTable", table, was, rows });
  for (const { column, was: before, values } of renames.columns)
    steps.push({ what: "renameColumn", table, column, was: before, values });
  for (const { column, words, values } of converted)
    steps.push({ what: "convertColumn", table, column: column.column, ...words, values });
  for (const { column, form } of added) steps.push({ what: "addColumn", table, column, holds: form, rows });
  for (const { column } of unfilledColumns(layout).filter((one) => !added.includes(one)))
    steps.push({ what: "fillColumn", table, column, rows });
  if (indexes.key !== undefined && indexes.isOtherKey)
    steps.push({ what: "changeKey", table, columns: indexes.key.map((name) => inDefinition(layout, name)) });
  return steps;
}

/** The index by which a key is found comes with the key, and that of a column which is made again with the column. */
function newIndexes({ layout, indexes, converted }: TablePlan): readonly (readonly string[])[] {
  const [first] = layout.table.key;
  const key = layout.table.columns[first as number]?.name;
  const remade = new Set(converted.map(({ column }) => column.name));
  return [...indexes.left.filter(({ isBegun }) => isBegun), ...indexes.added]
    .filter(({ columns }) => !isRemade(columns, remade, indexes.dropped))
    .map(({ columns }) => columns.map((name) => inDefinition(layout, name)))
    .filter(([column]) => column !== key);
}

function isRemade(
  columns: readonly string[],
  remade: ReadonlySet<string>,
  dropped: TablePlan["indexes"]["dropped"],
): boolean {
  const [column] = columns;
  if (column === undefined || !remade.has(column)) return false;
  return dropped.some((index) => index.columns.length === 1 && index.columns[0] === column);
}

function inDefinition({ columns }: { readonly columns: readonly LaidOutColumn[] }, name: string): string {
  return columns.find((one) => one.name === name)?.column ?? name;
}
