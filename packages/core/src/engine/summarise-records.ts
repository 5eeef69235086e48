import { diagnose } from "../diagnostics/index.ts";
import type { EngineOptions } from "./calls/engine-options.ts";
import { explained } from "./calls/explained.ts";
import { defaultEngineLimits } from "./calls/limits.ts";
import { makeCall } from "./calls/make-call.ts";
import type { Properties } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { unlessNeeded } from "./calls/unless-needed.ts";
import { findTarget } from "./find/find-target.ts";
import { findRecords } from "./find-records.ts";
import { requestProperties } from "./properties/index.ts";
import { readSummary } from "./summary/read-summary.ts";
import type { SummaryRequest } from "./summary/summary-request.ts";

/** Summarises the rows of a Find: the same caller, filters, Selector and keys, and groups in place of the rows. */
export async function summariseRecords(options: EngineOptions, request: SummaryRequest): Promise<Result> {
  const { definition, store, limits } = options;
  const target = findTarget(definition, request.table, request.nameable);
  if (target.output === undefined) return rejected(target.diagnostics);
  const sent = request.properties ?? {};
  const find = { ...request, action: "Find", properties: withoutParts(sent) };
  const made = await makeCall(options, target.output, find, "Find");
  if (made.output === undefined) return rejected(made.diagnostics);
  const { groups } = { ...defaultEngineLimits, ...limits };
  const { output: summary, diagnostics } = readSummary(made.output, request, groups);
  if (summary === undefined) return rejected(diagnostics);
  const shown = { columns: summary.columns, rowNumber: false, computedKey: false };
  const call = { ...made.output, summary, shown };
  for (const name of PART_PROPERTIES) {
    if (Object.hasOwn(sent, name))
      call.warnings.warn(() => diagnose("request/ignored-property", notRead(name)));
  }
  return unlessNeeded(call, await explained(definition, findRecords(call, store, find), rejected));
}

/** What says which part of the rows a Find answers with, and how; a summary is one of all rows. */
const PART_PROPERTIES = requestProperties
  .filter(({ name, readWith }) => readWith === "Find" && name !== "Selector")
  .map(({ name }) => name);

function withoutParts(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !PART_PROPERTIES.includes(name)));
}

function notRead(name: string): { message: string } {
  return { message: `"${name}" says what a Find answers with, and this is a summary of all rows.` };
}
