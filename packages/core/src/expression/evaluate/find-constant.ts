import type { Value } from "../../values/index.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { isNondeterministic, readsRows } from "../tree/facts.ts";
import type { Node } from "../tree/node.ts";
import { anyNodeOf } from "../tree/walk.ts";
import { compileNode } from "./compile.ts";
import { makeFrame, NO_ROW } from "./frame.ts";

/**
 * The value of a node that is the same for every row, as the evaluator finds it: TODAY(), the caller, parameters.
 * `varies` where it depends on a row, on another table or on chance, `fails` where computing it is an error.
 */
export function findConstant(
  node: Node,
  context: RequestContext,
): { readonly value: Value } | "varies" | "fails" {
  if (node.op === "constant") return { value: node.value };
  if (varies(node)) return "varies";
  try {
    return { value: compileNode(node, 0)(NO_ROW, makeFrame(NO_ROW, context)) };
  } catch (error) {
    if (error instanceof EvaluationError) return "fails";
    throw error;
  }
}

function varies(node: Node): boolean {
  return anyNodeOf(node, (one) => readsRows(one) || isNondeterministic(one));
}
