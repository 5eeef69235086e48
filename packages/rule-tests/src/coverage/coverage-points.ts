import type {
  ActionDefinition,
  AppDefinition,
  ColumnDefinition,
  DefinitionLocations,
  EmailDefinition,
  Path,
  RuleDefinition,
  SliceDefinition,
  TableDefinition,
  Template,
} from "@tablewright/core";
import type { CheckedExpression } from "@tablewright/core/storage";
import type { CoveragePoint } from "./coverage-point.ts";

type Expression = CheckedExpression | undefined;

/**
 * Every expression, check, action and rule of a definition, in its order. What calls never look at (Editable_If, Show_If,
 * Reset_If) and what the definition does not write out itself is left out.
 */
export function coveragePoints(
  { tables, slices, actions, rules }: AppDefinition,
  { has }: Pick<DefinitionLocations, "has">,
): readonly CoveragePoint[] {
  const points = [
    ...[...tables.values()].flatMap(ofTable),
    ...[...slices.values()].flatMap(ofSlice),
    ...[...actions.values()].flatMap(ofAction),
    ...[...rules.values()].flatMap(ofRule),
  ];
  return points.filter(({ path }) => path[0] === "actions" || has(path));
}

function ofTable(table: TableDefinition): readonly CoveragePoint[] {
  const path = ["tables", table.name];
  return [
    ...computed([...path, "updates"], table.updatesExpression),
    ...condition([...path, "securityFilter"], table.securityFilter),
    ...table.columns.flatMap((column) => ofColumn([...path, "columns", column.name], table, column)),
  ];
}

/** Virtual columns are never checked. */
function ofColumn(path: Path, table: TableDefinition, column: ColumnDefinition): readonly CoveragePoint[] {
  const formula = computed([...path, "formula"], column.formula);
  if (column.isVirtual) return formula;
  const { initialValue, required, requiredIf, validIf, invalidMessage } = column;
  const broken = { cases: ["broken"], check: { table, column, code: "rule/required" } } as const;
  return [
    ...(required ? [{ path: [...path, "required"], expressions: [], ...broken }] : []),
    ...computed([...path, "initialValue"], initialValue),
    ...formula,
    ...condition([...path, "requiredIf"], requiredIf),
    ...(validIf === undefined ? [] : [checked([...path, "validIf"], validIf, table, column)]),
    ...computed([...path, "invalidMessage"], invalidMessage),
  ];
}

function checked(
  path: Path,
  validIf: CheckedExpression,
  table: TableDefinition,
  column: ColumnDefinition,
): CoveragePoint {
  const check = { table, column, code: "rule/valid-if" } as const;
  return { path, cases: ["kept", "broken"], expressions: [validIf], check };
}

function ofSlice({ name, filter, updatesExpression, table }: SliceDefinition): readonly CoveragePoint[] {
  const own = updatesExpression === table.updatesExpression ? undefined : updatesExpression;
  return [...condition(["slices", name, "filter"], filter), ...computed(["slices", name, "updates"], own)];
}

function ofAction(action: ActionDefinition): readonly CoveragePoint[] {
  const path = ["actions", action.name];
  const { effect } = action;
  return [
    { path, cases: ["run"], expressions: [], action },
    ...condition([...path, "condition"], action.condition),
    ...(effect.kind === "set" ? ofSet([...path, "set"], effect.set) : []),
    ...(effect.kind === "addRow" ? ofSet([...path, "addRow", "set"], effect.set) : []),
    ...(effect.kind === "onRows" ? computed([...path, "onRows", "rows"], effect.rows) : []),
  ];
}

function ofSet(
  path: Path,
  set: readonly { readonly column: ColumnDefinition; readonly value: CheckedExpression }[],
): readonly CoveragePoint[] {
  return set.flatMap(({ column, value }) => computed([...path, column.name], value));
}

function ofRule({ name, condition: met, steps }: RuleDefinition): readonly CoveragePoint[] {
  const path = ["rules", name];
  return [
    { path, cases: ["run"], expressions: [], rule: name },
    ...condition([...path, "condition"], met),
    ...steps.flatMap((step, at) => {
      if (step.kind === "action") return [];
      const own = [...path, "steps", at, step.kind];
      if (step.kind === "email") return ofEmail(own, step.email);
      const { url, headers, body = [] } = step.webhook;
      return [
        ...template([...own, "url"], url),
        ...[...headers].flatMap(([header, value]) => template([...own, "headers", header], value)),
        ...template([...own, "body"], body),
      ];
    }),
  ];
}

function ofEmail(path: Path, email: EmailDefinition): readonly CoveragePoint[] {
  const texts = ["to", "cc", "bcc", "from", "replyTo", "subject", "body", "html"] as const;
  return [
    ...texts.flatMap((member) => template([...path, member], email[member] ?? [])),
    ...email.attachments.flatMap(({ name, rows }, at) => [
      ...template([...path, "attach", at, "name"], name),
      ...computed([...path, "attach", at, "rows"], rows),
    ]),
  ];
}

function condition(path: Path, expression: Expression): readonly CoveragePoint[] {
  return expression === undefined ? [] : [{ path, cases: ["TRUE", "FALSE"], expressions: [expression] }];
}

function computed(path: Path, expression: Expression): readonly CoveragePoint[] {
  return expression === undefined ? [] : [{ path, cases: ["computed"], expressions: [expression] }];
}

function template(path: Path, parts: Template): readonly CoveragePoint[] {
  const expressions = expressionsIn(parts);
  return expressions.length === 0 ? [] : [{ path, cases: ["computed"], expressions }];
}

/** Those of its blocks among them. */
function expressionsIn(parts: Template): readonly CheckedExpression[] {
  return parts.flatMap((part) => {
    if (part.kind === "value") return [part.expression];
    if (part.kind === "rows") return [part.rows, ...expressionsIn(part.parts)];
    if (part.kind !== "choice") return [];
    return [part.condition, ...expressionsIn(part.parts), ...expressionsIn(part.otherwise)];
  });
}
