import { type CallNode, isRepeated, type Node } from "@tablewright/core/compiler";
import { sql } from "../fragments/sql-fragment.ts";
import { compileValue } from "./compile-value.ts";
import { functionsInSql } from "./functions/index.ts";
import type { SqlScope } from "./sql-scope.ts";
import { type SqlTerm, term } from "./sql-term.ts";

/** A call of a function that is said in SQL. */
export function compileCall(node: CallNode, scope: SqlScope): SqlTerm | undefined {
  const { name, skipsBlanks } = node.definition;
  const definition = functionsInSql.get(name);
  if (definition === undefined) return scope.stop(node, `${name} is not said in SQL`);
  const hasList = node.arguments.flat().some((part) => (part as Node | undefined)?.type.kind === "List");
  if ("ofList" in definition && (hasList || definition.of === undefined))
    return definition.ofList(node, scope);
  if (definition.of === undefined || hasList) return scope.stop(node, `${name} of a list is not said in SQL`);
  const parts = node.arguments.flatMap((part) =>
    isRepeated(part) ? part : part === undefined ? [] : [part],
  );
  const terms = parts.map((part) => compileValue(part, scope));
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
