import { diagnose, type Outcome } from "../../../diagnostics/index.ts";
import type { Row } from "../../../storage/index.ts";
import type { Call } from "../../calls/call.ts";
import { writeCursor } from "./cursor.ts";
import type { FindPage, PageEnd } from "./find-page.ts";
import { compareExactly } from "./page-order.ts";

/** Rows of a list of keys, and the cursor of those after them. */
export interface ListPage {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

/**
 * The part of a Selector's list, whose order is its own: it begins after the row that was last. When that row is not in the
 * list any more nothing tells where to go on, which is an error.
 */
export function pageOfList({ table }: Call, rows: readonly Row[], page: FindPage): Outcome<ListPage> {
  const { limit, after, fingerprint } = page;
  const endOf = (row: Row): PageEnd => ({
    order: undefined,
    key: table.key.map(({ index }) => row[index] ?? null),
  });
  const at = after === undefined ? -1 : rows.findIndex((row) => compareExactly(endOf(row), after) === 0);
  if (after !== undefined && at === -1)
    return { output: undefined, diagnostics: [diagnose("request/cursor-lost", {})] };
  const shown = rows.slice(at + 1, at + 1 + limit);
  const last = shown.at(-1);
  const hasMore = last !== undefined && at + 1 + shown.length < rows.length;
  const next = hasMore ? writeCursor(endOf(last), fingerprint) : undefined;
  return { output: { rows: shown, next }, diagnostics: [] };
}
