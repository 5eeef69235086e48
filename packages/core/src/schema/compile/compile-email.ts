import type { ExpressionScope } from "../../expression/parts.ts";
import type { AttachmentDefinition, EmailDefinition, TableDefinition } from "../app/app-definition.ts";
import { findColumn, findTable } from "../draft/find-names.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";
import type { Path } from "../text/definition-source.ts";
import { compileNamedRows } from "./compile-named-rows.ts";
import { compileTemplate, type TemplateKind } from "./compile-template.ts";

type StepShape = NonNullable<DefinitionShape["rules"]>[string]["steps"][number];
type EmailShape = NonNullable<StepShape["email"]>;
type AttachmentShape = NonNullable<EmailShape["attach"]>[number];

type AddressMember = "to" | "cc" | "bcc" | "from" | "replyTo";

/** What the emails of a definition are compiled with. */
export interface EmailCompiling {
  readonly report: DefinitionReport;
  readonly scope: ExpressionScope;
  readonly tables: ReadonlyMap<string, TableDefinition>;
}

/** A mail with its templates compiled in the scope of the rule's row. */
export function compileEmail(
  compiling: EmailCompiling,
  path: Path,
  shape: EmailShape,
  inRow: ExpressionScope,
): EmailDefinition {
  const { report } = compiling;
  const compile = (member: keyof EmailShape, text: string, kind?: TemplateKind) =>
    compileTemplate(report, [...path, member], text, inRow, kind);
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
      (attachment, at) => compileAttachment(compiling, [...path, "attach", at], attachment, inRow) ?? [],
    ),
    isInOrder: shape.inOrder !== undefined,
  };
}

function compileAttachment(
  { report, scope, tables }: EmailCompiling,
  path: Path,
  { name, table: tableName, rows: source, columns: names }: AttachmentShape,
  inRow: ExpressionScope,
): AttachmentDefinition | undefined {
  const compiledName = compileTemplate(report, [...path, "name"], name, inRow);
  const target = findTable(report, [...path, "table"], scope.tables.values(), tableName);
  if (target === undefined) return undefined;
  const rows = compileNamedRows(report, [...path, "rows"], source, target, inRow);
  const table = tables.get(target.name);
  if (table === undefined) return undefined;
  const columns =
    names?.flatMap((one, at) => findColumn(report, [...path, "columns", at], table, one) ?? []) ??
    table.columns.filter(({ options }) => !options.sensitive);
  return rows && { name: compiledName, table, rows, columns };
}
