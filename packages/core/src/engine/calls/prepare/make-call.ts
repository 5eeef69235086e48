import type { Outcome } from "../../../diagnostics/index.ts";
import type { CallTarget } from "../../find/find-target.ts";
import type { Call } from "../call.ts";
import type { EngineRequest } from "../request.ts";
import type { CallSettings } from "./call-settings.ts";
import { prepareCall } from "./prepare-call.ts";

/** A call of which there is one run: it writes nothing, or in a transaction that is run once. */
export async function makeCall(
  settings: CallSettings,
  target: CallTarget,
  request: EngineRequest,
  action: string,
): Promise<Outcome<Call>> {
  const { output, diagnostics } = await prepareCall(settings, target, request, action);
  return { output: output?.begin(), diagnostics };
}
