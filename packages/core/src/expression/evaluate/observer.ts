import type { Value } from "../../values/index.ts";
import type { Node } from "../tree/node.ts";

/** Follows the reference evaluator: each node is entered, then left with its value; after an error nothing more is. */
export interface Observer {
  /** `rows` are those in view, by slot. */
  enter(node: Node, rows: readonly (readonly Value[])[]): void;
  leave(value: Value): void;
}
