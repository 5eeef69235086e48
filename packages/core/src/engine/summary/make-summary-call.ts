import { diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { Call } from "../calls/call.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { defaultEngineLimits } from "../calls/limits.ts";
import { makeCall } from "../calls/prepare/make-call.ts";
import type { EngineRequest, Properties } from "../calls/request.ts";
import { withWarnings } from "../calls/with-warnings.ts";
import type { CallTarget } from "../find/find-target.ts";
import { requestProperties } from "../properties/index.ts";
import { readSummary } from "./read-summary.ts";
import type { SummaryRequest } from "./summary-request.ts";

/** The call of a summary, and the Find whose rows it summarises. */
export interface SummaryCall {
  readonly call: Call;
  readonly find: EngineRequest;
}

/** Makes the call of a summary; what only a Find reads is ignored with a warning. */
export async function makeSummaryCall(
  options: EngineOptions,
  target: CallTarget,
  request: SummaryRequest,
): Promise<Outcome<SummaryCall>> {
  const sent = request.properties ?? {};
  const find = { ...request, action: "Find", properties: withoutParts(sent) };
  const prepared = await makeCall(options, target, find, "Find");
  if (prepared.output === undefined) return { output: undefined, diagnostics: prepared.diagnostics };
  const { groups } = { ...defaultEngineLimits, ...options.limits };
  const { output: summary, diagnostics } = readSummary(prepared.output, request, groups);
  if (summary === undefined) return { output: undefined, diagnostics };
  const shown = { columns: summary.columns, rowNumber: false, computedKey: false };
  const ignored = PART_PROPERTIES.filter((name) => Object.hasOwn(sent, name)).map((name) =>
    diagnose("request/ignored-property", notRead(name)),
  );
  const call = { ...withWarnings(prepared.output, ignored), summary, shown };
  return { output: { call, find }, diagnostics: [] };
}

/** What says which part of the rows a Find answers with, and how; a summary is one of all rows. */
const PART_PROPERTIES = requestProperties
  .filter(({ name, readWith }) => readWith === "Find" && name !== "Selector" && name !== "AsOf")
  .map(({ name }) => name);

function withoutParts(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !PART_PROPERTIES.includes(name)));
}

function notRead(name: string): { message: string } {
  return { message: `"${name}" says what a Find answers with, and this is a summary of all rows.` };
}
