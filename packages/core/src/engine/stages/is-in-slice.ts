import { evaluateRow } from "../../expression/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Call } from "../call.ts";

/** Whether the table or slice of the call has the row. A slice's filter sees what the caller sees. */
export function isInSlice({ slice, request }: Call, row: Row): boolean {
  return slice?.filter === undefined || evaluateRow(slice.filter, row, request) === true;
}
