import { type ConditionalNode, type LogicNode, type Node, valueFamilyOf } from "@tablewright/core/compiler";
import { joinSql, sql } from "../../fragments/sql-fragment.ts";
import { isIsoFamily } from "../bind-terms.ts";
import { allOf, anyOf } from "../conditions.ts";
import { phrase } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlCondition, type SqlForm, type SqlTerm, term } from "../sql-term.ts";
import { asCount } from "./conversion.ts";
import { rangeOfNumbers } from "./numbers.ts";

/** The value after the first condition that is TRUE; all values take one form. */
export function compileBranches(node: ConditionalNode, scope: SqlScope): SqlTerm | undefined {
  const conditions = node.branches.map(({ condition }) => scope.condition(condition));
  const nodes: readonly Node[] = [...node.branches.map(({ value }) => value), node.otherwise];
  const values = nodes.map((value) => scope.value(value));
  if (conditions.includes(undefined) || values.includes(undefined)) return undefined;
  const terms = alike(values as SqlTerm[], node, scope);
  const otherwise = terms.at(-1) as SqlTerm;
  const branches = (conditions as SqlCondition[]).map(
    (condition, index) => sql`when ${condition.sql} then ${(terms[index] as SqlTerm).sql}`,
  );
  return term(otherwise.form, sql`case ${joinSql(branches, " ")} else ${otherwise.sql} end`, {
    isNullable: terms.some(({ isNullable }) => isNullable),
    mayThrow: [...(conditions as SqlCondition[]), ...terms].some(({ mayThrow }) => mayThrow),
    ...longestOf(terms),
    range: rangeOfNumbers(terms.flatMap(({ range }) => range)),
  });
}

function longestOf(terms: readonly SqlTerm[]): Pick<SqlTerm, "longest"> {
  const lengths = terms.map(({ longest, constant }) => (constant === null ? 0 : longest));
  return lengths.includes(undefined) ? {} : { longest: rangeOfNumbers(lengths as number[])[1] };
}

/** Terms brought to the one form that all of them can have. */
function alike(terms: readonly SqlTerm[], node: ConditionalNode, scope: SqlScope): readonly SqlTerm[] {
  const filled = terms.filter(({ constant }) => constant !== null);
  const forms = new Set(filled.map(({ form }) => form));
  const first = filled[0]?.form ?? terms[0]?.form ?? "text";
  const family = valueFamilyOf(node.type);
  if (filled.length === 0) {
    const blank = scope.dialect.bound(
      null,
      first === "moment" && isIsoFamily(family) ? family : BLANKS[first],
    );
    return terms.map((one) => ({ ...one, form: first, sql: blank }));
  }
  if (forms.size <= 1) return terms.map((one) => ({ ...one, form: first }));
  if (forms.has("moment")) {
    return terms.map((one) => ({ ...asCount(one, family, scope.dialect), form: "count" }));
  }
  const form: SqlForm = forms.has("real") ? "real" : "canonical";
  return terms.map((one) =>
    one.form === "integer"
      ? { ...one, form, sql: phrase(scope.dialect, "asReal", one.sql) }
      : { ...one, form },
  );
}

/** What values of a form are to a database. */
const BLANKS: Readonly<Record<SqlForm, "text" | "integer" | "real" | "boolean">> = {
  text: "text",
  moment: "text",
  integer: "integer",
  count: "integer",
  canonical: "real",
  real: "real",
  boolean: "boolean",
};

/** AND and OR of conditions of which a blank one counts as FALSE. */
export function compileJunction(node: LogicNode, scope: SqlScope): SqlCondition | undefined {
  const parts = node.conditions.map((condition) => scope.condition(condition));
  if (parts.includes(undefined)) return undefined;
  if (node.op === "and") return allOf(parts as SqlCondition[]);
  const any = anyOf(parts as SqlCondition[]);
  const { mostAlternatives = Number.POSITIVE_INFINITY } = scope.dialect;
  return alternativesIn(node) > mostAlternatives ? hiddenFromPlanner(any) : any;
}

/** How many conditions an OR is of, with those of the ORs in it. */
function alternativesIn(node: Node): number {
  if (node.op !== "or") return 1;
  return node.conditions.reduce((count, condition) => count + alternativesIn(condition), 0);
}

/** The same condition, which the planner does not take apart to find indexes. */
function hiddenFromPlanner(condition: SqlCondition): SqlCondition {
  return { ...condition, sql: sql`(${condition.sql} is true)`, isTwoValued: true };
}
