import { writeJson } from "../../../expression/parts.ts";
import type { Row } from "../../../storage/index.ts";
import type { JsonValue } from "../../../values/index.ts";
import type { RowChange } from "../../calls/row-change.ts";
import { exactText } from "../../cells/sent-exactly.ts";

type RowImage = Readonly<Record<string, JsonValue>> | null;

/** The stored columns of the row before and after the change in their JSON form, those declared sensitive left out. */
export function describeChange({ table, before, after }: RowChange): { before: RowImage; after: RowImage } {
  const columns = table.storedColumns.filter(({ options }) => !options.sensitive);
  const image = (row: Row | undefined) =>
    row === undefined
      ? null
      : Object.fromEntries(
          columns.map(({ name, index, type, options }) => [
            name,
            options.digits === "exact" ? exactText(row, index) : writeJson(row[index] ?? null, type),
          ]),
        );
  return { before: image(before), after: image(after) };
}
