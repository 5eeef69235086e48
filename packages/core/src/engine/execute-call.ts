import { diagnose } from "../diagnostics/index.ts";
import type { EngineOptions } from "./calls/engine-options.ts";
import { explainThrown } from "./calls/explained.ts";
import type { CallSettings } from "./calls/prepare/call-settings.ts";
import { unlessNeeded } from "./calls/prepare/needed-properties.ts";
import { prepareCall } from "./calls/prepare/prepare-call.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { findTarget } from "./find/find-target.ts";
import { findOperation } from "./find-operation.ts";
import { openAnswers } from "./idempotency/open-answers.ts";

/** Carries out one call: its table or slice, its operation, what its caller says about it, then its stages. */
export async function executeCall(
  options: CallSettings & Pick<EngineOptions, "store" | "readOnly">,
  request: EngineRequest,
): Promise<Result> {
  const { definition, store, readOnly } = options;
  const target = findTarget(definition, request.table, request.nameable);
  if (target.output === undefined) return rejected(target.diagnostics);
  const operation = findOperation(definition, target.output, request);
  if (operation.output === undefined) return rejected(operation.diagnostics);
  const { name, run } = operation.output;
  if (readOnly && name !== "Find") return rejected([diagnose("server/read-only", {})]);
  const preparing = prepareCall(options, target.output, request, name);
  const { output: prepared, diagnostics } = preparing instanceof Promise ? await preparing : preparing;
  if (prepared === undefined) return rejected(diagnostics);
  if (request.idempotencyKey !== undefined && !readOnly) await openAnswers(options);
  try {
    return unlessNeeded(prepared, await run(prepared, store, request));
  } catch (thrown) {
    return unlessNeeded(prepared, rejected(explainThrown(definition, thrown, request)));
  } finally {
    prepared.tellEnd();
  }
}
