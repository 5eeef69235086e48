import { type Diagnostic, hasErrors, type Outcome } from "../../diagnostics/index.ts";
import { type CheckedExpression, continueWith, memo, runWithPauses } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import type { ReadUse, RowReader, Store } from "../../storage/index.ts";
import { columnRightsOf } from "../access/column-rights.ts";
import { shownColumns } from "../access/nameable.ts";
import { atItsMoment, rowsAsOf } from "../as-of/rows-as-of.ts";
import { type Call, type ShownColumns, withWarnings } from "../calls/call.ts";
import type { EngineRequest } from "../calls/request.ts";
import { asOf, selector } from "../properties/find-properties.ts";
import { readKeys } from "../stages/read-cells.ts";
import type { KeyedRow } from "../stages/rows.ts";
import { filterOf, readsOtherTables } from "../visibility/filtered-plan.ts";
import { readVisible } from "../visibility/visible-rows.ts";
import { checkSelector } from "./check-selector.ts";
import { type FindStrategy, planAllRows, planFind } from "./plan-find.ts";
import { readPage } from "./read-page.ts";

/** How the rows of a Find or a summary are read. Reading, explaining and tracing use this one plan. */
export interface ReadPlan {
  /** The call with all that its request says of the rows: when they were, which part of them, which columns. */
  readonly call: Call;
  readonly strategy: FindStrategy | RowsOfKeys;
  /** The Selector of the request, checked. */
  readonly selector: CheckedExpression | undefined;
}

/** The rows that the request names. */
export interface RowsOfKeys {
  readonly shape: "keys";
  readonly rows: readonly KeyedRow[];
}

/** Plans a read: by Selector, by the keys of the request's rows, or of all rows. One of few keys is planned without a promise. */
export function planRead(
  begun: Call,
  request: EngineRequest,
): Outcome<ReadPlan> | Promise<Outcome<ReadPlan>> {
  const source = selector.read(request.properties?.Selector, begun.app);
  const moment = asOf.read(request.properties?.AsOf, begun.app);
  const { output: call, diagnostics } = readPage(atItsMoment(begun, request), request);
  const refused = [...source.diagnostics, ...moment.diagnostics, ...diagnostics];
  if (call === undefined || refused.length > 0) return { output: undefined, diagnostics: refused };
  if (source.output !== undefined) return planSelector(call, source.output);
  const planned = (strategy: ReadPlan["strategy"]): Outcome<ReadPlan> => ({
    output: { call, selector: undefined, strategy },
    diagnostics: [],
  });
  if (request.rows === undefined || request.rows.length === 0)
    return continueWith(runWithPauses(planAllRows(call), call.read.context.meter), planned);
  return continueWith(readKeys(call, request), ({ rows, diagnostics }) =>
    hasErrors(diagnostics) ? { output: undefined, diagnostics } : planned({ shape: "keys", rows }),
  );
}

async function planSelector(call: Call, source: string): Promise<Outcome<ReadPlan>> {
  const { meter } = call.read.context;
  const { output: checked, diagnostics } = await runWithPauses(checkSelector(call, source), meter);
  if (checked === undefined) return { output: undefined, diagnostics };
  const warned = withWarnings(call, diagnostics);
  const strategy = await runWithPauses(planFind(warned, checked), meter);
  return { output: { call: warned, strategy, selector: checked }, diagnostics: [] };
}

/**
 * Works on the rows that the caller may see, as they are or, where the call says when, as they were. The caller is warned of
 * values of then that are not known; what forbids reading them is handed to `refuse`.
 */
export function readPlanned<T>(
  { call, strategy, selector }: ReadPlan,
  store: Pick<Store, "read">,
  work: (call: Call, transaction: RowReader) => Promise<T>,
  refuse: (diagnostics: readonly Diagnostic[]) => T,
): Promise<T> {
  const { asOf } = call.read;
  if (asOf === undefined) {
    const use: ReadUse = strategy.shape === "keys" ? { keysOnly: readsKeysAlone(call) } : { searches: true };
    return readVisible(call, store, (rows) => work(call, rows), use);
  }
  const past = async (stored: RowReader) => {
    const { output: rows, diagnostics } = await rowsAsOf(call, stored, asOf, selector);
    return rows === undefined ? refuse(diagnostics) : work(withWarnings(call, diagnostics), rows);
  };
  return store.read(past, { searches: true, timeZone: call.caller.timeZone, identity: call.caller.identity });
}

/** Whether a Find by keys needs nothing from the store but the rows of these keys. */
function readsKeysAlone(call: Call): boolean {
  const { table, slice } = call;
  if (filterOf(call, table.name) !== undefined || call.answer.expanded !== undefined) return false;
  if (slice?.filter !== undefined && readsOtherTables(slice.filter)) return false;
  const shown = shownColumns(call);
  const rights = columnRightsOf(call);
  const conditions = rights === undefined ? [] : shown.columns.map((column) => rights.conditionOf(column));
  if (conditions.some((readIf) => readIf !== undefined && readsOtherTables(readIf))) return false;
  if (call.answer.forms) return shown.columns.every((column) => isOfItsRow(column) && isFormOfItsRow(column));
  return areOfTheirRow(shown);
}

/** Whether all that is shown of a row is computed only from the row. */
const areOfTheirRow = memo(({ columns }: ShownColumns) => columns.every(isOfItsRow));

function isOfItsRow({ isVirtual, formula }: ColumnDefinition): boolean {
  return !isVirtual || formula === undefined || !readsOtherTables(formula);
}

function isFormOfItsRow({ showIf, editableIf, writeIf }: ColumnDefinition): boolean {
  return ![showIf, editableIf, ...writeIf].some((rule) => rule !== undefined && readsOtherTables(rule));
}
