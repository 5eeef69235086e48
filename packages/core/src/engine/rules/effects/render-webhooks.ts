import type { Outcome } from "../../../diagnostics/index.ts";
import type { Task } from "../../../expression/parts.ts";
import type { RuleDefinition, WebhookDefinition } from "../../../schema/index.ts";
import type { Call } from "../../calls/call.ts";
import type { RowChange } from "../../calls/row-change.ts";
import { renderEach } from "./render-each.ts";
import { renderWebhook } from "./render-webhook.ts";
import { type RenderedEffect, renderedEffect } from "./rendered-effect.ts";

/** The request of a webhook for each change. */
export function renderWebhooks(
  call: Call,
  rule: RuleDefinition,
  webhook: WebhookDefinition,
  changes: readonly RowChange[],
): Task<Outcome<readonly RenderedEffect[]>> {
  return renderEach(call, changes, (change) => renderEffect(call, rule, webhook, change));
}

/** As it is stored, which takes less room than the request while others are rendered. */
function* renderEffect(
  call: Call,
  rule: RuleDefinition,
  webhook: WebhookDefinition,
  change: RowChange,
): Task<Outcome<RenderedEffect>> {
  const { output, diagnostics } = yield* renderWebhook(call, rule, webhook, change);
  return { output: output === undefined ? undefined : renderedEffect(output), diagnostics };
}
