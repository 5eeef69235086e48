import { DiagnosticList, diagnose, type Outcome } from "../../../diagnostics/index.ts";
import { type Task, writeJson } from "../../../expression/parts.ts";
import {
  bodyNotation,
  type RuleDefinition,
  type Template,
  type WebhookDefinition,
} from "../../../schema/index.ts";
import type { Row } from "../../../storage/index.ts";
import type { JsonValue } from "../../../values/index.ts";
import { batchLoad } from "../../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../../calls/call.ts";
import { type CallTransaction, causeOfChange, imageOf, type RowChange } from "../../calls/change-log.ts";
import { exactText } from "../../cells/sent-exactly.ts";
import { keyOfRow, writeKey } from "../../keys/key-from.ts";
import { type Notation, renderTemplate } from "./render-template.ts";
import { laneOf, type RenderedEffect, renderEach, renderedEffect } from "./rendered-effect.ts";

/** The payload of a webhook's event in the outbox: the request to be made and what it is about. */
export interface WebhookCall {
  readonly kind?: undefined;
  readonly app: string;
  readonly rule: string;
  readonly table: string;
  readonly key: string;
  readonly change: "add" | "edit" | "delete" | "schedule";
  readonly url: string;
  readonly method: WebhookDefinition["method"];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Where the secret that signs it comes from, never the secret. */
  readonly secret?: string;
  /** Events of one lane are sent one after the other, in their order. */
  readonly lane?: number;
}

/** The request of a webhook with its holes filled in. Without a body of its own it tells the rows of the change as JSON. */
function* renderWebhook(
  call: Call,
  rule: RuleDefinition,
  webhook: WebhookDefinition,
  change: RowChange,
): Task<Outcome<WebhookCall>> {
  const diagnostics = new DiagnosticList();
  const render = (template: Template, notation: Notation) =>
    renderInto(diagnostics, renderTemplate(call, rule, template, notation, change));
  const url = yield* renderUrl(call, rule, webhook.url, change);
  diagnostics.addAll(url.diagnostics);
  const headers: Record<string, string> = {};
  for (const [name, value] of webhook.headers) headers[name] = yield* render(value, "header");
  const about = {
    app: call.app.id,
    rule: rule.name,
    table: rule.table.name,
    key: writeKey(rule.table, keyOfRow(rule.table, imageOf(change))),
    change: causeOfChange(rule, change),
  };
  const body =
    webhook.body === undefined
      ? writeOwnBody(webhook, about, change)
      : yield* render(webhook.body, bodyNotation(webhook));
  const output: WebhookCall = {
    ...about,
    url: url.output ?? "",
    method: webhook.method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(webhook.secret === undefined ? {} : { secret: webhook.secret }),
    ...(webhook.isInOrder ? { lane: laneOf(about, hostOf(url.output)) } : {}),
  };
  return { output, diagnostics: diagnostics.all };
}

function hostOf(url = ""): string {
  const [, host = ""] = /^https?:\/\/([^/?#]*)/iu.exec(url) ?? [];
  return host.toLowerCase();
}

function* renderInto(diagnostics: DiagnosticList, rendering: Task<Outcome<string>>): Task<string> {
  const { output, diagnostics: errors } = yield* rendering;
  diagnostics.addAll(errors);
  return output ?? "";
}

function writeOwnBody({ method }: WebhookDefinition, about: object, change: RowChange): string | undefined {
  if (method === "GET" || method === "DELETE") return undefined;
  return JSON.stringify({ ...about, ...describeChange(change) });
}

type RowImage = Readonly<Record<string, JsonValue>> | null;

/** The stored columns of the row before and after the change in their JSON form, those declared sensitive left out. */
function describeChange({ table, before, after }: RowChange): { before: RowImage; after: RowImage } {
  const columns = table.storedColumns.filter(({ options }) => !options.sensitive);
  const image = (row: Row | undefined) =>
    row === undefined
      ? null
      : Object.fromEntries(
          columns.map(({ name, index, type, options }) => [
            name,
            options.digits === "exact" ? exactText(row, index) : writeJson(row[index] ?? null, type),
          ]),
        );
  return { before: image(before), after: image(after) };
}

/** The request of a webhook for each change. */
export async function renderWebhooks(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  webhook: WebhookDefinition,
  changes: readonly RowChange[],
): Promise<Outcome<readonly RenderedEffect[]>> {
  return batchLoad(call, transaction, () =>
    renderEach(changes, (change) => renderEffect(call, rule, webhook, change)),
  );
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

/** From the first character of a part of a text to after its last. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The URL of a webhook with its holes filled in. A value is one segment of the path or a part of one: where a segment would
 * become `.` or `..`, however it is spelled, the receiver would look for it elsewhere, and it is refused.
 */
function* renderUrl(
  call: Call,
  rule: RuleDefinition,
  template: Template,
  change: RowChange,
): Task<Outcome<string>> {
  const diagnostics = new DiagnosticList();
  const values: Span[] = [];
  let url = "";
  for (const part of template) {
    const { output = "", diagnostics: errors } = yield* renderTemplate(call, rule, [part], "url", change);
    diagnostics.addAll(errors);
    if (part.kind !== "text") values.push({ start: url.length, end: url.length + output.length });
    url += output;
  }
  const isMoving = segmentsOf(url).some(
    (segment) => isDotSegment(url, segment) && values.some((value) => touches(value, segment)),
  );
  if (isMoving)
    diagnostics.add(diagnose("workflow/dot-segment", { rule: rule.name }, { row: change.position }));
  return { output: url, diagnostics: diagnostics.all };
}

/** The segments of the path. Loading has seen that values come after the host, and none of them holds these signs. */
function segmentsOf(url: string): readonly Span[] {
  const [, before = "", path = ""] = /^([^/]*\/\/[^/\\?#]*)([^?#]*)/.exec(url) ?? [];
  const [, ...segments] = path.split(/[/\\]/);
  let start = before.length;
  return segments.map(({ length }) => {
    const span = { start: start + 1, end: start + 1 + length };
    start = span.end;
    return span;
  });
}

/** Readers of URLs undo `%2e` before they look at dots, and pass over tabs and line breaks. */
function isDotSegment(url: string, { start, end }: Span): boolean {
  const segment = url.slice(start, end).replace(/[\t\r\n]/g, "");
  return /^(\.|%2e){1,2}$/i.test(segment);
}

function touches(value: Span, segment: Span): boolean {
  return value.start <= segment.end && segment.start <= value.end;
}
