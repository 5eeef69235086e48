import { DiagnosticList, hasErrors, type Outcome } from "../../diagnostics/index.ts";
import type { Steps } from "../../expression/parts.ts";
import type { RuleDefinition, WebhookDefinition } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import type { RowChange } from "../calls/change-log.ts";
import { renderWebhook } from "./render-webhook.ts";
import { type RenderedEffect, renderedEffect } from "./rendered-effect.ts";

/** The request of a webhook for each change. */
export function* renderWebhooks(
  call: Call,
  rule: RuleDefinition,
  webhook: WebhookDefinition,
  changes: readonly RowChange[],
): Steps<Outcome<readonly RenderedEffect[]>> {
  const { turn } = call.request.meter;
  const found = new DiagnosticList();
  const effects: RenderedEffect[] = [];
  for (const change of changes) {
    const { output, diagnostics } = yield* renderWebhook(call, rule, webhook, change);
    found.addAll(diagnostics);
    if (output !== undefined) effects.push(renderedEffect(output));
    if (turn.isOver) yield;
  }
  return { output: hasErrors(found.all) ? undefined : effects, diagnostics: found.all };
}
