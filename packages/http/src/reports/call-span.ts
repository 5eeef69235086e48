import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ApiRequest } from "../api-request.ts";
import type { CallReport } from "./call-report.ts";

/**
 * The span of a request, below that which its caller sends along; undefined where no SDK of OpenTelemetry is there, or it
 * does not record this one.
 */
export function beginSpan({ method, headers }: ApiRequest): Span | undefined {
  // Asked for each time: an SDK may come later, and through another copy of the interface than ours.
  const span = trace
    .getTracer("tablewright")
    .startSpan(method, { kind: SpanKind.SERVER }, propagation.extract(context.active(), headers));
  return span.isRecording() ? span : undefined;
}

/** Runs `work` with the span as the one under way, so that others, such as those of a database's driver, lie below it. */
export function withinSpan<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  return span === undefined ? work() : context.with(trace.setSpan(context.active(), span), work);
}

/** Ends a span with what is reported of its request. */
export function endSpan(span: Span, report: CallReport): void {
  const { app, table, action, key, route, method, status, code, rows, id } = report;
  span.updateName(action === undefined ? `${method} ${route ?? ""}`.trim() : `${action} ${table}`);
  const attributes = { app, table, action, key, code, rows, trace_id: id };
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) span.setAttribute(`tablewright.${name}`, value);
  span.setAttribute("http.response.status_code", status);
  if (route !== undefined) span.setAttribute("http.route", route);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
