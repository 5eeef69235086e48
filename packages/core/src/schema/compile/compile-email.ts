import type { Path } from "../../yaml/definition-source.ts";
import type { AttachmentDefinition, EmailDefinition } from "../app/app-definition.ts";
import { findColumn, findTable } from "../draft/find-names.ts";
import type { RuleShape } from "../text/definition-shape.ts";
import { type CompilingInApp, compileNamedRows } from "./compile-actions.ts";
import { compileTemplate, type TemplateKind } from "./compile-template.ts";

type EmailShape = NonNullable<RuleShape["steps"][number]["email"]>;
type AttachmentShape = NonNullable<EmailShape["attach"]>[number];

type AddressMember = "to" | "cc" | "bcc" | "from" | "replyTo";

/** A mail with its templates compiled in the scope of the rule's row. */
export function compileEmail(compiling: CompilingInApp, path: Path, shape: EmailShape): EmailDefinition {
  const { report } = compiling;
  const compile = (member: keyof EmailShape, text: string, kind?: TemplateKind) =>
    compileTemplate(compiling, [...path, member], text, kind);
  if (shape.body === undefined && shape.html === undefined)
    report.report(path, "definition/missing-member", { name: "body" }, "name");
  const address = (member: AddressMember, text: string) => {
    const expected = "an e-mail address";
    if (!text.includes("@") && !text.includes("<<"))
      report.report([...path, member], "definition/wrong-value", { actual: JSON.stringify(text), expected });
    return compile(member, text);
  };
  const optional = (member: AddressMember) => {
    const text = shape[member];
    return text === undefined ? undefined : address(member, text);
  };
  return {
    to: address("to", shape.to),
    cc: optional("cc"),
    bcc: optional("bcc"),
    from: optional("from"),
    replyTo: optional("replyTo"),
    subject: compile("subject", shape.subject, "body"),
    body: shape.body === undefined ? undefined : compile("body", shape.body, "body"),
    html: shape.html === undefined ? undefined : compile("html", shape.html, "html"),
    attachments: (shape.attach ?? []).flatMap(
      (attachment, at) => compileAttachment(compiling, [...path, "attach", at], attachment) ?? [],
    ),
    isInOrder: shape.inOrder !== undefined,
  };
}

function compileAttachment(
  compiling: CompilingInApp,
  path: Path,
  { name, table: tableName, rows: source, columns: names }: AttachmentShape,
): AttachmentDefinition | undefined {
  const { report, scope, tables } = compiling;
  const compiledName = compileTemplate(compiling, [...path, "name"], name);
  const target = findTable(report, [...path, "table"], scope.tables.values(), tableName);
  if (target === undefined) return undefined;
  const rows = compileNamedRows(compiling, [...path, "rows"], source, target);
  const table = tables.get(target.name);
  if (table === undefined) return undefined;
  const columns =
    names?.flatMap((one, at) => findColumn(report, [...path, "columns", at], table, one) ?? []) ??
    table.columns.filter(({ options }) => !options.sensitive);
  return rows && { name: compiledName, table, rows, columns };
}
