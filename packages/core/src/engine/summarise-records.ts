import { explained } from "./access/explained.ts";
import type { EngineOptions } from "./calls/engine-options.ts";
import { unlessNeeded } from "./calls/prepare/needed-properties.ts";
import { readingAgain } from "./calls/reading-again.ts";
import { type Result, rejected } from "./calls/result.ts";
import { findTarget } from "./find/find-target.ts";
import { findRecords } from "./find-records.ts";
import { makeSummaryCall, type SummaryRequest } from "./summary/read-summary.ts";

/** Summarises the rows of a Find: the same caller, filters, Selector and keys, and groups in place of the rows. */
export function summariseRecords(options: EngineOptions, request: SummaryRequest): Promise<Result> {
  return readingAgain(() => summarise(options, request));
}

async function summarise(options: EngineOptions, request: SummaryRequest): Promise<Result> {
  const { definition, store } = options;
  const target = findTarget(definition, request.table, request.nameable);
  if (target.output === undefined) return rejected(target.diagnostics);
  const prepared = await makeSummaryCall(options, target.output, request);
  if (prepared.output === undefined) return rejected(prepared.diagnostics);
  const { call, find } = prepared.output;
  const result = await explained(definition, findRecords(call, store, find), rejected, request);
  request.reportFuel?.(call.read.context.meter.spent);
  return unlessNeeded(call, result);
}
