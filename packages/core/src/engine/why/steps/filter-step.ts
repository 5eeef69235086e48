import { conjunctsOf, printSource, tableNamesOf } from "../../../expression/parts.ts";
import type { Row } from "../../../storage/index.ts";
import type { Call } from "../../calls/call.ts";
import { filterOf, readsOtherTables } from "../../visibility/askable-part.ts";
import type { TraceStep } from "../call-trace.ts";
import { traceCell } from "./trace-cell.ts";

/**
 * Why the security filter shows a row that the caller sees. Filters read other tables past their filters, so of a part
 * that does there is only that it was TRUE: what it read may be hidden.
 */
export function filterStep(call: Call, row: Row): TraceStep | undefined {
  const { app, table, filtering } = call;
  if (table.securityFilter === undefined) return undefined;
  const filter = filterOf(call, table.name);
  const about = { about: "securityFilter", table: table.name, isMet: true } as const;
  if (filter === undefined) return { ...about, text: "the security filter is TRUE for every row" };
  const steps = conjunctsOf(filter).map((part): TraceStep => {
    if (!readsOtherTables(part))
      return {
        ...about,
        text: "a part of the security filter is TRUE",
        trace: traceCell(part, row, filtering),
      };
    const source = printSource(part.source, tableNamesOf(app));
    return { ...about, text: `${source} is TRUE; what it read of other tables is not shown` };
  });
  return { ...about, text: "the security filter is TRUE", steps };
}
