import type { ColumnDefinition } from "./column-definition.ts";

/** Whether a new row that brings no value gets one all the same. */
export function fillsItself({
  initialValue,
  options,
}: Pick<ColumnDefinition, "initialValue" | "options">): boolean {
  return initialValue !== undefined || options.autoNumber;
}
