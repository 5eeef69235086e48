import { DiagnosticList, type Outcome } from "../../../diagnostics/index.ts";
import { type Task, writeJson } from "../../../expression/parts.ts";
import {
  bodyNotation,
  type RuleDefinition,
  type Template,
  type WebhookDefinition,
} from "../../../schema/index.ts";
import type { Row } from "../../../storage/index.ts";
import type { JsonValue } from "../../../values/index.ts";
import type { Call } from "../../calls/call.ts";
import { causeOf, imageOf, type RowChange } from "../../calls/row-change.ts";
import { exactText } from "../../cells/sent-exactly.ts";
import { laneOf } from "../../event-order/lane-of.ts";
import { keyOfRow, writeKey } from "../../keys/key-from.ts";
import { type Notation, renderTemplate } from "./render-template.ts";
import { renderUrl } from "./render-url.ts";

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
export function* renderWebhook(
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
    change: causeOf(rule, change),
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
