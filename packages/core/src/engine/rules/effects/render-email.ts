import { DiagnosticList, diagnose, type Outcome } from "../../../diagnostics/index.ts";
import type { Task } from "../../../expression/parts.ts";
import type {
  AttachmentDefinition,
  EmailDefinition,
  RuleDefinition,
  Template,
} from "../../../schema/index.ts";
import { type Value, writeCsv } from "../../../values/index.ts";
import { valuesOfRows } from "../../answers/values-of-rows.ts";
import { batchLoad } from "../../batch-loading/batch-loaded-tables.ts";
import { type Call, onTable } from "../../calls/call.ts";
import { type CallTransaction, causeOfChange, imageOf, type RowChange } from "../../calls/change-log.ts";
import { evaluateCell } from "../../cells/evaluate-cell.ts";
import { exactText } from "../../cells/sent-exactly.ts";
import { keyOfRow, storedKey, writeKey } from "../../keys/key-from.ts";
import { type Notation, renderTemplate } from "./render-template.ts";
import { laneOf, type RenderedEffect, renderEach, renderedEffect } from "./rendered-effect.ts";

/** The payload of a mail's event in the outbox: the mail and what it is about. */
export interface EmailMessage {
  readonly kind: "email";
  readonly app: string;
  readonly rule: string;
  readonly table: string;
  readonly key: string;
  readonly change: "add" | "edit" | "delete" | "schedule";
  /** Lists of addresses with commas between them. */
  readonly to: string;
  readonly cc?: string;
  readonly bcc?: string;
  readonly from?: string;
  readonly replyTo?: string;
  readonly subject: string;
  /** Missing where only the HTML is given, from which who sends it makes a text. */
  readonly text?: string;
  readonly html?: string;
  readonly attachments: readonly EmailAttachment[];
  /** As of a webhook. */
  readonly lane?: number;
}

export interface EmailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: string;
}

/** A mail whose attachments are still to be filled with rows. */
interface DraftedEmail {
  readonly message: Omit<EmailMessage, "attachments">;
  readonly attachments: readonly DraftedAttachment[];
}

interface DraftedAttachment {
  readonly definition: AttachmentDefinition;
  readonly filename: string;
  /** The keys of its rows, each once. */
  readonly keys: readonly Value[];
}

/**
 * A mail about one change with its templates filled in. Whatever the row holds, addresses and subject have no line breaks, and it
 * adds no receiver and no folder.
 */
function* renderEmail(
  call: Call,
  rule: RuleDefinition,
  email: EmailDefinition,
  change: RowChange,
): Task<Outcome<DraftedEmail>> {
  const diagnostics = new DiagnosticList();
  const about = {
    app: call.app.id,
    rule: rule.name,
    table: rule.table.name,
    key: writeKey(rule.table, keyOfRow(rule.table, imageOf(change))),
    change: causeOfChange(rule, change),
  };
  const message: Omit<EmailMessage, "attachments"> = {
    kind: "email",
    ...about,
    to: (yield* render(email.to, "addresses")) ?? "",
    ...named("cc", yield* render(email.cc, "addresses")),
    ...named("bcc", yield* render(email.bcc, "addresses")),
    ...named("from", yield* render(email.from, "addresses")),
    ...named("replyTo", yield* render(email.replyTo, "addresses")),
    subject: (yield* render(email.subject, "header")) ?? "",
    ...given("text", yield* render(email.body, "text")),
    ...given("html", yield* render(email.html, "html")),
    ...(email.isInOrder ? { lane: laneOf(about, "mail") } : {}),
  };
  const attachments: DraftedAttachment[] = [];
  for (const definition of email.attachments) {
    const filename = fileNameOf((yield* render(definition.name, "header")) ?? "");
    const place = { row: change.position };
    const rows = yield* evaluateCell(call, definition.rows, imageOf(change), change.before, place);
    diagnostics.addAll(rows.diagnostics);
    attachments.push({ definition, filename, keys: [...new Set((rows.output ?? []) as readonly Value[])] });
  }
  return { output: { message, attachments }, diagnostics: diagnostics.all };

  function* render(template: Template | undefined, notation: Notation): Task<string | undefined> {
    if (template === undefined) return undefined;
    const { output, diagnostics: errors } = yield* renderTemplate(call, rule, template, notation, change);
    diagnostics.addAll(errors);
    return output ?? "";
  }
}

/** What a text is as the name of a file: without what a system takes for a folder, a drive, a hidden file or an order of writing. */
function fileNameOf(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/[/\\:*?"<>|]/gu, "_")
    .replace(/^\.+/u, "_");
}

/** A member that is left out where it is not declared. */
function given<Name extends string>(name: Name, text: string | undefined): { readonly [N in Name]?: string } {
  return text === undefined ? {} : ({ [name]: text } as { readonly [N in Name]: string });
}

/** A member that is left out where a row leaves nothing of it. */
function named<Name extends string>(name: Name, text: string | undefined): { readonly [N in Name]?: string } {
  return given(name, text?.trim() === "" ? undefined : text);
}

/** The mail for each change, with the rows that its attachments name. */
export async function renderEmails(
  call: Call,
  transaction: CallTransaction,
  rule: RuleDefinition,
  email: EmailDefinition,
  changes: readonly RowChange[],
): Promise<Outcome<readonly RenderedEffect[]>> {
  const drafted = await batchLoad(call, transaction, () =>
    renderEach(changes, (change) => renderEmail(call, rule, email, change)),
  );
  if (drafted.output === undefined) return { output: undefined, diagnostics: drafted.diagnostics };
  const effects: RenderedEffect[] = [];
  for (const [at, { message, attachments: drafts }] of drafted.output.entries()) {
    const attachments: EmailAttachment[] = [];
    for (const draft of drafts) {
      const attached = await attachRows(call, transaction, draft, changes[at]?.position ?? 1);
      if (attached.output === undefined) return { output: undefined, diagnostics: attached.diagnostics };
      attachments.push(attached.output);
    }
    effects.push(renderedEffect({ ...message, attachments }));
  }
  return { output: effects, diagnostics: [] };
}

/** The rows of an attachment as a CSV file, in the forms of the call's Locale. Rows that are not there are left out. */
async function attachRows(
  call: Call,
  transaction: CallTransaction,
  { definition, filename, keys }: DraftedAttachment,
  position: number,
): Promise<Outcome<EmailAttachment>> {
  const { table, columns } = definition;
  const limit = call.limits.events.limits.attachmentRows;
  if (keys.length > limit) {
    const details = { limit, count: keys.length };
    return { output: undefined, diagnostics: [diagnose("limit/attachment", details, { row: position })] };
  }
  const stored = keys.flatMap((key) => {
    const parts = storedKey(table, key);
    return parts === undefined ? [] : [parts];
  });
  const rows = (await transaction.getByKeys(table.name, stored)).filter((row) => row !== undefined);
  const own: Call = { ...onTable(call, table), slice: undefined };
  const { values } = await batchLoad(own, transaction, () => valuesOfRows(own, columns, rows, []));
  const { locale } = call.read.context;
  const lines = rows.map((row, at) =>
    columns.map((column) => {
      if (column.options.digits === "exact" && !column.isVirtual) return exactText(row, column.index) ?? "";
      const value = values.get(column)?.(row, at) ?? null;
      return column.columnType.writeText(value, { locale, options: column.options });
    }),
  );
  const content = writeCsv([columns.map(({ name }) => name), ...lines]);
  return { output: { filename, contentType: "text/csv; charset=utf-8", content }, diagnostics: [] };
}
