import type { Call } from "../calls/call.ts";
import type { ShownColumns } from "../find/page/find-page.ts";

/** What the call answers of a row: what it names, else all columns of its table or slice. */
export function shownColumns({ table, slice, shown }: Call): ShownColumns {
  return shown ?? { columns: (slice ?? table).columns, rowNumber: true, computedKey: table.key.length > 1 };
}
