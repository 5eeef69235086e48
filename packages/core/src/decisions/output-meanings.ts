import { hasErrors } from "../diagnostics/index.ts";
import { anyNodeOf, isNondeterministic, type Node } from "../expression/parts.ts";
import { conjunctionOf } from "./analysis/diagnose-conditions.ts";
import type { CounterExample } from "./analysis/findings.ts";
import { plainTree, type StandsFor } from "./analysis/plain-tree.ts";
import type { Decision, DecisionRow, Output, Placed, RuleSet } from "./decision.ts";
import { conditionalOf, inOrderOfDeciding } from "./hit-policy.ts";
import { Rules } from "./rules.ts";

/**
 * What outputs stand for, as plain trees about facts only: the formula, or the rows of a table as branches. An output of a list of
 * rules, of a table that collects, and of what is not determined by facts stands for itself.
 */
export class OutputMeanings {
  readonly #set: RuleSet;
  readonly #byIndex = new Map<number, Node>();
  #rules: Rules | undefined;

  constructor(set: RuleSet) {
    this.#set = set;
    for (const decision of set.decisions)
      for (const [place, output] of decision.outputs.entries()) {
        const meaning = this.#meaningOf(decision, output, place);
        if (meaning?.type.kind === output.type.kind && !anyNodeOf(meaning, (node) => this.#isOpen(node)))
          this.#byIndex.set(output.index, meaning);
      }
  }

  readonly standsFor: StandsFor = (node) =>
    node.op === "column" && node.slot === 0 ? this.#byIndex.get(node.index) : undefined;

  /** Whether a decision reads an output of which more is known here. */
  areReadBy({ needs }: Decision): boolean {
    return this.#knownAmong(needs).length > 0;
  }

  /** Whether the outputs that a decision reads are computed of the facts of an example without an error. */
  areDecided({ needs }: Decision, example: CounterExample | undefined): boolean {
    const outputs = this.#knownAmong(needs);
    if (example === undefined || outputs.length === 0) return true;
    this.#rules ??= new Rules(this.#set);
    return !hasErrors(this.#rules.decide(example, { outputs }).diagnostics);
  }

  #knownAmong(needs: ReadonlySet<number>): readonly string[] {
    const outputs = [...needs].flatMap((index) => this.#set.decisions[index]?.outputs ?? []);
    return outputs.filter(({ index }) => this.#byIndex.has(index)).map(({ name }) => name);
  }

  /** Whether a part is something else than facts, or may have another value each time. */
  #isOpen(node: Node): boolean {
    if (node.op === "column") return node.slot === 0 && node.index >= this.#set.facts.length;
    return isNondeterministic(node) || (node.op === "call" && !node.definition.isDetermined);
  }

  #meaningOf(decision: Decision, output: Output, place: number): Node | undefined {
    const { body } = decision;
    const plain = (placed: Placed) => plainTree(placed.expression, this.standsFor);
    if (body.kind === "formula") return plain(body.formula);
    const isOneRow = ["unique", "any", "first", "priority"].includes(body.hit);
    const rows = body.kind === "table" && isOneRow ? inOrderOfDeciding(decision.outputs, body) : undefined;
    if (rows === undefined || output.type.kind === "List") return undefined;
    const { type } = output;
    const condition = ({ conditions }: DecisionRow) => conjunctionOf(conditions.map(plain));
    return conditionalOf(decision.outputs, rows, type, condition, ({ [place]: placed }): Node => {
      return placed === undefined ? { op: "constant", value: null, type, start: 0, end: 0 } : plain(placed);
    });
  }
}
