import type { StoredColumnDefinition } from "../../../schema/index.ts";

/** Why a value given for a virtual column is not taken. */
export const IS_VIRTUAL = "the column is virtual";

/** Why a value given for a stored column is not taken. */
export function reasonNotToWrite({
  formula,
  columnType,
  options,
}: StoredColumnDefinition): string | undefined {
  if (formula !== undefined) return "the column is computed by its formula";
  if (options.readOnly) return "the database alone gives the column its values";
  return columnType.isWritable ? undefined : `a ${columnType.name} is kept by the application`;
}
