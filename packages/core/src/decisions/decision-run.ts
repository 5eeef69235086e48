import { type Diagnostic, diagnoseDefinition, hasErrors, suggest } from "../diagnostics/index.ts";
import { evaluatorOf } from "../expression/evaluate/compile.ts";
import { type Frame, makeFrame } from "../expression/evaluate/frame.ts";
import { traceExpression } from "../expression/evaluate/trace/tracer.ts";
import {
  EvaluationError,
  type ExpressionScope,
  explainEvaluationError,
  type RequestContext,
  rewrite,
} from "../expression/parts.ts";
import type { CellForms } from "../expression/tree/value-forms.ts";
import type { JsonValue, Value } from "../values/index.ts";
import type {
  Decision,
  DecisionRow,
  FiredRule,
  Output,
  Placed,
  RowsBody,
  RuleEvent,
  RuleSet,
} from "./decision.ts";
import { renderEvent } from "./event-template.ts";
import { type DecisionTrace, explainDecision } from "./explain.ts";
import { described, problemsOf } from "./fact-part.ts";
import { applyPolicy, type Chosen, firesFirst, type Hit } from "./hit-policy.ts";
import { readFacts } from "./read-facts.ts";
import { RowIndex } from "./row-index.ts";

/** Decides by a set of rules, in runs that are bound to the requests of callers. It holds no facts. */
export class Decider {
  readonly #set: RuleSet;
  readonly #deciders: ReadonlyMap<string, number>;
  /** By the positions of the decisions, made when they are first run. */
  readonly #prepared: (PreparedRows | undefined)[];

  constructor(set: RuleSet) {
    this.#set = set;
    this.#prepared = new Array<undefined>(set.decisions.length).fill(undefined);
    this.#deciders = new Map(
      set.decisions.flatMap((decision, index) => decision.outputs.map(({ name }) => [name, index] as const)),
    );
  }

  newRun(request: RequestContext): DecisionRun {
    return new DecisionRun(this.#set.scope, request, this.#prepared);
  }

  /**
   * Writes what was wanted into the result: all outputs where `outputs` names none. Returns what was computed; undefined where the
   * facts or the names of outputs are wrong, and nothing was.
   */
  decide(
    run: DecisionRun,
    facts: unknown,
    forms: CellForms,
    result: RunResult,
    names?: readonly string[],
  ): Wanted | undefined {
    const { facts: declared, decisions } = this.#set;
    readFacts(facts, declared, run.row, forms, result.diagnostics);
    const wanted = names === undefined ? EVERYTHING : this.#wantedOf(names, result);
    if (hasErrors(result.diagnostics)) return undefined;
    run.begin(result);
    for (let index = 0; index < decisions.length; index++)
      if (wanted.decisions?.has(index) ?? true) run.decide(decisions[index] as Decision, index);
    for (let index = 0; index < decisions.length; index++) {
      if (run.hasFailed(index)) continue;
      const { outputs } = decisions[index] as Decision;
      for (let at = 0; at < outputs.length; at++) {
        const { name, index: position, write } = outputs[at] as Output;
        if (wanted.outputs?.has(name) ?? true)
          setMember(result.outputs, name, write(run.row[position] as Value));
      }
    }
    return wanted;
  }

  /** How the decisions that `decide` has computed came to their outputs; `trace` shows how one expression did. */
  explain(
    run: DecisionRun,
    wanted: Wanted | undefined,
    result: RunResult,
    trace = traceExpression,
  ): readonly DecisionTrace[] {
    return this.#set.decisions.flatMap((decision, index) =>
      (wanted?.decisions?.has(index) ?? wanted !== undefined)
        ? [explainDecision(decision, run.row, run.request, result.fired, trace)]
        : [],
    );
  }

  /** The outputs that a call names, and the decisions that they need. */
  #wantedOf(outputs: readonly string[], { diagnostics }: RunResult): Wanted {
    const decisions = new Set<number>();
    if (!Array.isArray(outputs)) {
      const details = { name: "outputs", value: String(outputs), type: "a list of names" };
      diagnostics.push(diagnoseDefinition("run/unreadable-input", details));
      return EVERYTHING;
    }
    for (const name of outputs as readonly string[]) {
      const index = this.#deciders.get(name);
      if (index === undefined) {
        const suggestion = suggest(String(name), [...this.#deciders.keys()]);
        diagnostics.push(diagnoseDefinition("decision/unknown-output", { name: String(name), suggestion }));
        continue;
      }
      decisions.add(index);
      for (const needed of this.#set.decisions[index]?.needs ?? []) decisions.add(needed);
    }
    return { outputs: new Set(outputs), decisions };
  }
}

/** Names of outputs and positions of decisions; all where it does not say. */
interface Wanted {
  readonly outputs?: ReadonlySet<string>;
  readonly decisions?: ReadonlySet<number>;
}

const EVERYTHING: Wanted = {};

export function emptyResult(): RunResult {
  const outputs: Record<string, JsonValue> = {};
  return { outputs, fired: [], events: [], diagnostics: [] };
}

/** What a call is answered, while it grows. */
export interface RunResult {
  readonly outputs: Record<string, JsonValue>;
  readonly fired: FiredRule[];
  readonly events: RuleEvent[];
  readonly diagnostics: Diagnostic[];
}

/** What one call after the other works in: the row of its facts and outputs, and its request. */
export class DecisionRun {
  readonly row: Value[];
  readonly request: RequestContext;
  readonly #frame: Frame;
  readonly #prepared: (PreparedRows | undefined)[];
  #result: RunResult | undefined;
  /** Decisions without outputs, because of an error in them or in one that they need. */
  #failed: Set<number> | undefined;

  /** `prepared` is by the positions of the decisions, and filled here. */
  constructor(scope: ExpressionScope, request: RequestContext, prepared: (PreparedRows | undefined)[]) {
    this.request = request;
    this.row = new Array<Value>((scope.row?.rowNumberIndex ?? 0) + 1).fill(null);
    this.#frame = makeFrame(this.row, request);
    this.#prepared = prepared;
  }

  begin(result: RunResult): void {
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
      for (const output of outputs) row[output.index] = evaluateOutput(output, body.formula, row, frame);
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
    const { fired: all, events } = this.#result as RunResult;
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
    if (placed !== undefined) return evaluateOutput(output, placed, this.row, this.#frame);
    return output.type.kind === "List" ? NO_ITEMS : null;
  }
}

const NO_ITEMS: readonly Value[] = [];

/** The rows of a decision ready to be run: their index, and what of them is the same for all facts. */
class PreparedRows {
  readonly #name: string;
  readonly #outputs: readonly Output[];
  readonly #rows: readonly DecisionRow[];
  readonly #stopsAtFirst: boolean;
  readonly #index: RowIndex;
  /** By the positions of the rows, of those whose outputs are all constants. */
  readonly #constant: readonly (Hit | undefined)[];
  readonly #fired = new Map<Hit, FiredRule>();

  constructor({ name, outputs }: Decision, body: RowsBody) {
    this.#name = name;
    this.#outputs = outputs;
    this.#rows = body.rows;
    this.#stopsAtFirst = firesFirst(body);
    this.#index = new RowIndex(body.rows);
    this.#constant = body.rows.map(constantHit);
    for (const hit of this.#constant)
      if (hit !== undefined) this.#fired.set(hit, Object.freeze(this.#describe(hit)));
  }

  /** The rows that match, in the order in which they are tried. */
  hitsOn(row: readonly Value[], frame: Frame): readonly Hit[] {
    const bits = this.#index.candidates(row, frame);
    const hits: Hit[] = [];
    for (let word = 0; word < bits.length; word++)
      for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1) {
        const position = word * 32 + 31 - Math.clz32(rest & -rest);
        if (!this.#meets(position, row, frame)) continue;
        const tried = this.#rows[position] as DecisionRow;
        hits.push(this.#constant[position] ?? this.#hitOf(tried, row, frame));
        if (!this.#stopsAtFirst && !tried.stops) continue;
        this.#index.release(bits);
        return hits;
      }
    this.#index.release(bits);
    return hits;
  }

  /** Whether what the index does not know of a candidate is TRUE, too. */
  #meets(position: number, row: readonly Value[], frame: Frame): boolean {
    for (const condition of this.#index.residual[position] as readonly Placed[])
      if (evaluatePlaced(condition, row, frame) !== true) return false;
    return true;
  }

  #hitOf(row: DecisionRow, values: readonly Value[], frame: Frame): Hit {
    const given = row.outputs.map(
      (placed, at) => placed && evaluateOutput(this.#outputs[at] as Output, placed, values, frame),
    );
    return { row, values: given };
  }

  /** The row of a hit as results have it; of constants one object serves all results, and is frozen. */
  firedOf(hit: Hit): FiredRule {
    return this.#fired.get(hit) ?? this.#describe(hit);
  }

  #describe({ row, values }: Hit): FiredRule {
    const outputs: Record<string, JsonValue> = {};
    for (const [index, value] of values.entries()) {
      const { name, writeItem } = this.#outputs[index] as Output;
      if (value !== undefined) setMember(outputs, name, writeItem(value));
    }
    const rule = row.name === undefined ? {} : { rule: row.name };
    return { decision: this.#name, ...rule, row: row.number, outputs };
  }
}

function constantHit(row: DecisionRow): Hit | undefined {
  const values: (Value | undefined)[] = [];
  for (const output of row.outputs) {
    const root = output && rewrite(output.expression).root;
    if (root !== undefined && root.op !== "constant") return undefined;
    values.push(root?.value);
  }
  return { row, values };
}

/** Sets a member of any name, "__proto__" too. */
function setMember(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** Ends a decision; caught where decisions are run, one after the other, and never leaves them. */
class DecisionFailure extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.code);
    this.diagnostic = diagnostic;
  }
}

/** The value of an expression of the definition; throws `DecisionFailure` with the place where it is written. */
function evaluatePlaced(placed: Placed, row: readonly Value[], frame: Frame): Value {
  try {
    return evaluatorOf(placed.expression)(row, frame);
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    throw new DecisionFailure({ ...placed.locate(explainEvaluationError(thrown)), member: placed.member });
  }
}

/** What an expression gives an output, which must keep the rules of its fields. */
function evaluateOutput(
  { name, part, type, itemType }: Output,
  placed: Placed,
  row: readonly Value[],
  frame: Frame,
): Value {
  const value = evaluatePlaced(placed, row, frame);
  if (part?.isChecked !== true) return value;
  // Of a decision that collects, what holds where no row matches is a list of what a row gives.
  const isList = type !== itemType && placed.expression.type.kind === "List";
  for (const one of isList ? ((value ?? []) as readonly Value[]) : [value])
    for (const { pointer, value: wrong, expected = "a value" } of problemsOf(part, one)) {
      const details = { output: name, pointer, value: described(wrong), expected };
      throw new DecisionFailure(
        diagnoseDefinition("decision/wrong-output", details, { member: placed.member }),
      );
    }
  return value;
}
