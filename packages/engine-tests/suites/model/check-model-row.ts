import type { FindRow, ModelColumn, ModelRow, ModelTable } from "./model-table.ts";

/**
 * The rules a row breaks, as `column code`. Of an edited row only the columns that changed are tried, and those with a rule that
 * reads one that changed; a column whose cell did not read is not tried at all.
 */
export function checkModelRow(
  table: ModelTable,
  row: ModelRow,
  before: ModelRow | undefined,
  unread: readonly string[],
  find: FindRow,
): readonly string[] {
  const isChanged = (name: string) => before === undefined || before[name] !== row[name];
  const isTried = ({ name, validIf, requiredIf }: ModelColumn) =>
    !unread.includes(name) && [name, ...(validIf?.reads ?? []), ...(requiredIf?.reads ?? [])].some(isChanged);
  return table.columns
    .filter(isTried)
    .flatMap((column) => codesOf(column, row, table, find).map((code) => `${column.name} ${code}`));
}

function codesOf(column: ModelColumn, row: ModelRow, { key }: ModelTable, find: FindRow): string[] {
  const { name, required, requiredIf, validIf, min, max, values, mustExistIn } = column;
  const value = row[name] ?? null;
  if (value === null) {
    if (key.includes(name)) return ["key/missing"];
    return required || requiredIf?.holds(row) ? ["rule/required"] : [];
  }
  const differences: string[] = [];
  if (min !== undefined && Number(value) < min) differences.push("cell/out-of-bounds");
  if (max !== undefined && Number(value) > max) differences.push("cell/out-of-bounds");
  if (values !== undefined && !values.includes(String(value))) differences.push("cell/not-in-list");
  if (mustExistIn !== undefined && find(mustExistIn, value) === undefined)
    differences.push("cell/no-such-row");
  if (validIf !== undefined && !validIf.holds(row)) differences.push("rule/valid-if");
  return differences;
}
