import type { Diagnostic } from "../diagnostics/index.ts";
import { type Frame, makeFrame } from "../expression/evaluate/frame.ts";
import type { ExpressionScope, RequestContext } from "../expression/parts.ts";
import type { JsonValue, Value } from "../values/index.ts";
import type { Decision, FiredRow, Output, RuleEvent } from "./decision.ts";
import { DecisionFailure, evaluatePlaced } from "./evaluate-placed.ts";
import { renderEvent } from "./event-template.ts";
import { applyPolicy, type Chosen } from "./hit-policy.ts";
import { PreparedRows } from "./prepared-rows.ts";

/** What a call is answered, while it grows. */
export interface Result {
  readonly outputs: Record<string, JsonValue>;
  readonly fired: FiredRow[];
  readonly events: RuleEvent[];
  readonly diagnostics: Diagnostic[];
}

/** What one call after the other works in: the row of its facts and outputs, and its request. */
export class DecisionRun {
  readonly row: Value[];
  readonly request: RequestContext;
  readonly #frame: Frame;
  readonly #prepared: (PreparedRows | undefined)[];
  #result: Result | undefined;
  /** Decisions without outputs, because of an error in them or in one that they need. */
  #failed: Set<number> | undefined;

  /** `prepared` is by the positions of the decisions, and filled here. */
  constructor(scope: ExpressionScope, request: RequestContext, prepared: (PreparedRows | undefined)[]) {
    this.request = request;
    this.row = new Array<Value>((scope.row?.rowNumberIndex ?? 0) + 1).fill(null);
    this.#frame = makeFrame(this.row, request);
    this.#prepared = prepared;
  }

  begin(result: Result): void {
    this.#result = result;
    this.#failed = undefined;
  }

  hasFailed(index: number): boolean {
    return this.#failed?.has(index) ?? false;
  }

  /** Computes the outputs of the decision at a position, unless one that it needs has failed. */
  decide(decision: Decision, index: number): void {
    const failed = this.#failed;
    if (failed !== undefined && [...failed].some((one) => decision.needs.has(one))) {
      failed.add(index);
      return;
    }
    try {
      this.#decide(decision, index);
    } catch (thrown) {
      if (!(thrown instanceof DecisionFailure)) throw thrown;
      this.#failed ??= new Set();
      this.#failed.add(index);
      this.#result?.diagnostics.push(thrown.diagnostic);
    }
  }

  #decide(decision: Decision, position: number): void {
    const { body, outputs, name } = decision;
    const { row } = this;
    const frame = this.#frame;
    if (body.kind === "formula") {
      for (const { index } of outputs) row[index] = evaluatePlaced(body.formula, row, frame);
      return;
    }
    let prepared = this.#prepared[position];
    if (prepared === undefined) {
      prepared = new PreparedRows(decision, body);
      this.#prepared[position] = prepared;
    }
    const chosen = applyPolicy(decision, body, prepared.hitsOn(row, frame));
    if ("code" in chosen) throw new DecisionFailure({ ...chosen, member: `decisions.${name}` });
    const { fired, values } = chosen;
    for (let index = 0; index < outputs.length; index++) {
      const output = outputs[index] as Output;
      const value = values[index];
      row[output.index] = value === undefined ? this.#withoutValue(output, chosen) : value;
    }
    const { fired: all, events } = this.#result as Result;
    for (let at = 0; at < fired.length; at++) {
      const hit = fired[at] as Chosen["fired"][number];
      all.push(prepared.firedOf(hit));
      const { event } = hit.row;
      if (event !== undefined)
        events.push(renderEvent(event, (placed) => evaluatePlaced(placed, row, frame), this.request.locale));
    }
  }

  #withoutValue(output: Output, { fired }: Chosen): Value {
    const placed = fired.length === 0 ? output.otherwise : output.default;
    if (placed !== undefined) return evaluatePlaced(placed, this.row, this.#frame);
    return output.type.kind === "List" ? NO_ITEMS : null;
  }
}

const NO_ITEMS: readonly Value[] = [];
