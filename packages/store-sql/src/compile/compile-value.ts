import {
  BEFORE,
  type CallNode,
  type ColumnNode,
  type FormulaNode,
  findConstant,
  isRepeated,
  type LetNode,
  type Node,
  rewrite,
} from "@tablewright/core/compiler";
import { sql, sqlName } from "../fragments/sql-fragment.ts";
import { bindTerms, constantTerm } from "./bind-terms.ts";
import { asYesNo } from "./conditions.ts";
import { functionsInSql } from "./functions/index.ts";
import { compileArithmetic } from "./operators/arithmetic.ts";
import { compileBranches, compileJunction } from "./operators/branches.ts";
import { compileComparison } from "./operators/comparison.ts";
import { compileConversion } from "./operators/conversion.ts";
import { compileField } from "./rows/compile-field.ts";
import { compileComputedKey, compileDereference, compileFirst } from "./rows/compile-row-value.ts";
import { LARGEST_PART, type SqlScope } from "./sql-scope.ts";
import { columnTerm, reasonAgainst, type SqlTerm, term } from "./sql-term.ts";

/** The value of a node in SQL; undefined where that cannot be, which the scope has noted. */
export function compileValue(node: Node, outer: SqlScope): SqlTerm | undefined {
  const scope = outer.inside(stepsOf(node));
  if (scope === undefined) return outer.stop(node, "it is nested too deeply");
  if (node.type.kind === "List") return scope.stop(node, "a list is no value in SQL");
  const constant = findConstant(node, scope.request.context);
  if (constant === "fails") return scope.stop(node, "it cannot be computed");
  if (constant !== "varies") {
    return (
      constantTerm(constant.value, node.type, scope.dialect) ??
      scope.stop(node, "its value cannot be bound exactly")
    );
  }
  const value = compileVarying(node, scope);
  if (value !== undefined && value.sql.size > LARGEST_PART)
    return scope.stop(node, "the statement would be too long");
  return value;
}

function compileVarying(node: Node, scope: SqlScope): SqlTerm | undefined {
  switch (node.op) {
    case "column":
      return compileColumn(node, scope);
    case "computed-key":
      return compileComputedKey(node, scope);
    case "formula":
      return compileFormula(node, scope);
    case "let":
      return compileLet(node, scope);
    case "local":
      return scope.locals.get(node.local) ?? scope.stop(node, "its value is not in view");
    case "binary": {
      if (node.rule.result !== "Yes/No") return compileArithmetic(node, scope);
      const condition = compileComparison(node, scope);
      return condition && asYesNo(condition);
    }
    case "negate": {
      const operand = scope.value(node.operand);
      if (operand === undefined) return undefined;
      const [low, high] = operand.range;
      return { ...operand, sql: sql`(0 - ${operand.sql})`, isSimple: false, range: [-high, -low] };
    }
    case "convert":
      return compileConversion(node, scope);
    case "and":
    case "or": {
      const condition = compileJunction(node, scope);
      return condition && asYesNo(condition);
    }
    case "conditional":
      return compileBranches(node, scope);
    case "dereference":
      return node.table.items === undefined ? compileDereference(node, scope) : compileField(node, scope);
    case "select":
    case "extreme-row":
      return compileFirst(node, scope);
    case "call":
      return compileCall(node, scope);
    default:
      return scope.stop(node, "it is not said in SQL");
  }
}

/** How many levels of nesting a node takes: conditions of one AND stand within one another in SQLite. */
function stepsOf(node: Node): number {
  return node.op === "and" || node.op === "or" ? 1 + Math.ceil(node.conditions.length / 8) : 1;
}

function compileColumn(node: ColumnNode, scope: SqlScope): SqlTerm | undefined {
  if (node.slot === BEFORE) return scope.stop(node, "the row before the change is not in the database");
  const row = scope.rows.get(node.slot);
  if (row === undefined) return scope.stop(node, "its row is not in view");
  const column = row.table.columns[node.index];
  if (column !== undefined) return columnTerm(row.alias, column) ?? scope.stop(node, reasonAgainst(column));
  if (!row.table.isNumberedBySlot) return scope.stop(node, "row numbers are counted, not stored");
  const facts = { isNullable: false, isSimple: true };
  return term("integer", sqlName(row.alias, row.table.slot), facts);
}

function compileFormula(node: FormulaNode, scope: SqlScope): SqlTerm | undefined {
  const row = scope.rows.get(node.slot);
  if (row === undefined) return scope.stop(node, "its row is not in view");
  return scope.about(row).value(rewrite(node.formula).root);
}

/** A value that is in several places is found once, as the evaluator does. */
function compileLet(node: LetNode, scope: SqlScope): SqlTerm | undefined {
  const value = scope.value(node.value);
  if (value === undefined) return undefined;
  return bindTerms([value], scope, ([bound]) =>
    scope.withLocal(node.local, bound as SqlTerm).value(node.body),
  );
}

/** A call of a function that is said in SQL. */
function compileCall(node: CallNode, scope: SqlScope): SqlTerm | undefined {
  const { name, skipsBlanks, host } = node.definition;
  if (host !== undefined) return scope.stop(node, `it calls ${name}, whose code is of the program`);
  const definition = functionsInSql.get(name);
  if (definition === undefined) return scope.stop(node, `${name} is not said in SQL`);
  const hasList = node.arguments.flat().some((part) => (part as Node | undefined)?.type.kind === "List");
  if ("ofList" in definition && (hasList || definition.of === undefined))
    return definition.ofList(node, scope);
  if (definition.of === undefined || hasList) return scope.stop(node, `${name} of a list is not said in SQL`);
  const parts = node.arguments.flatMap((part) =>
    isRepeated(part) ? part : part === undefined ? [] : [part],
  );
  const terms = parts.map((part) => scope.value(part));
  if (terms.includes(undefined)) return undefined;
  const values = terms as SqlTerm[];
  const isShortened = values.some(({ constant }) => constant === null);
  if (isShortened && values.some(({ mayThrow }) => mayThrow)) {
    return scope.stop(node, "it may fail where SQL would not try it");
  }
  if (skipsBlanks && isShortened) {
    return { ...term("text", sql`null`, { isSimple: true }), constant: null };
  }
  const result = definition.of(scope, ...values);
  return result ?? scope.stop(node, `this database does not compute ${name} exactly`);
}
