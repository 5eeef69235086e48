import type { CheckedExpression } from "../../expression/parts.ts";
import type {
  ActionDefinition,
  AppDefinition,
  ColumnDefinition,
  RuleDefinition,
  SliceDefinition,
  TableDefinition,
} from "../../schema/index.ts";

/** What an expression of the definition is for. */
export type Role =
  | { readonly of: "column"; readonly member: ColumnMember; readonly column: ColumnDefinition }
  | { readonly of: "action"; readonly member: "condition" | "rows"; readonly action: ActionDefinition }
  | { readonly of: "assignment"; readonly column: ColumnDefinition; readonly action: ActionDefinition }
  | { readonly of: "slice"; readonly slice: SliceDefinition }
  | { readonly of: "rule"; readonly rule: RuleDefinition };

export type ColumnMember = (typeof COLUMN_MEMBERS)[number];

const COLUMN_MEMBERS = ["initialValue", "formula", "requiredIf", "validIf"] as const;

/** The role of an expression that is evaluated on rows; undefined for parts of templates and for what callers write. */
export function roleOfExpression(app: AppDefinition, expression: CheckedExpression): Role | undefined {
  let roles = rolesOf.get(app);
  if (roles === undefined) {
    roles = new Map(rolesIn(app));
    rolesOf.set(app, roles);
  }
  return roles.get(expression);
}

const rolesOf = new WeakMap<AppDefinition, ReadonlyMap<CheckedExpression, Role>>();

function* rolesIn({ tables, slices, actions, rules }: AppDefinition): Iterable<[CheckedExpression, Role]> {
  for (const table of tables.values()) yield* rolesInTable(table);
  for (const slice of slices.values())
    if (slice.filter !== undefined) yield [slice.filter, { of: "slice", slice }];
  for (const action of actions.values()) yield* rolesInAction(action);
  for (const rule of rules.values())
    if (rule.condition !== undefined) yield [rule.condition, { of: "rule", rule }];
}

function* rolesInTable({ columns }: TableDefinition): Iterable<[CheckedExpression, Role]> {
  for (const column of columns) {
    for (const member of COLUMN_MEMBERS) {
      const expression = column[member];
      if (expression !== undefined) yield [expression, { of: "column", member, column }];
    }
  }
}

function* rolesInAction(action: ActionDefinition): Iterable<[CheckedExpression, Role]> {
  const { condition, effect } = action;
  if (condition !== undefined) yield [condition, { of: "action", member: "condition", action }];
  if (effect.kind === "onRows") yield [effect.rows, { of: "action", member: "rows", action }];
  if (effect.kind !== "set" && effect.kind !== "addRow") return;
  for (const { column, value } of effect.set) yield [value, { of: "assignment", column, action }];
}
