import { type Diagnostic, diagnose, hasErrors, suggest } from "../diagnostics/index.ts";
import { BoundRequest, type EvaluationContext } from "../expression/context/request.ts";
import { evaluatorOf } from "../expression/evaluate/compile.ts";
import { type Frame, makeFrame } from "../expression/evaluate/frame.ts";
import { EvaluationError, explainEvaluationError, type RequestContext } from "../expression/parts.ts";
import type { JsonValue, Value } from "../values/index.ts";
import type { Decision, FiredRow, Output, Placed, RuleEvent, RuleSet } from "./decision.ts";
import { renderEvent } from "./event-template.ts";
import { type ExplainedDecision, explainDecision } from "./explain.ts";
import { type Chosen, choose } from "./hit-policy.ts";
import { PreparedRows, setMember } from "./prepared-rows.ts";
import { readFacts } from "./read-facts.ts";

/** What a decision may know beside the facts, and which outputs are wanted: all where none are named. */
export interface DecisionContext
  extends Omit<EvaluationContext, "row" | "before" | "tables" | "parameters" | "inputs"> {
  readonly outputs?: readonly string[];
}

export interface DecisionResult<Outputs = Readonly<Record<string, JsonValue>>> {
  /** In their JSON form, by name. An output that an error kept from being computed is missing. */
  readonly outputs: Outputs;
  /** The rows and rules that fired, decision by decision. */
  readonly fired: readonly FiredRow[];
  readonly events: readonly RuleEvent[];
  /** Empty where everything that was wanted is there. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A result with the way to it. */
export interface Explanation<Outputs = Readonly<Record<string, JsonValue>>> extends DecisionResult<Outputs> {
  readonly decisions: readonly ExplainedDecision[];
}

/** Rules that were loaded. They hold no state: each call decides on its own facts only. */
export class Rules<Facts = object, Outputs = Readonly<Record<string, JsonValue>>> {
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

  get id(): string {
    return this.#set.id;
  }

  get name(): string {
    return this.#set.name;
  }

  /** Decides on one set of facts. Never throws for facts or a context that are wrong: see `diagnostics`. */
  decide(facts: Facts, context: DecisionContext = {}): DecisionResult<Outputs> {
    const result = { outputs: {}, fired: [], events: [], diagnostics: [] } as Result;
    try {
      this.#decide(facts, context, result);
    } catch (thrown) {
      if (!(thrown instanceof EvaluationError)) throw thrown;
      result.diagnostics.push(explainEvaluationError(thrown));
    }
    return result as unknown as DecisionResult<Outputs>;
  }

  /** Decides on one set of facts after the other; each has a budget of its own. */
  decideMany(list: readonly Facts[], context: DecisionContext = {}): DecisionResult<Outputs>[] {
    return list.map((facts) => this.decide(facts, context));
  }

  /**
   * As `decide`, and for each decision that was computed what its rows and rules ask, the value of each part, and the part that
   * was not TRUE.
   */
  explain(facts: Facts, context: DecisionContext = {}): Explanation<Outputs> {
    const result = { outputs: {}, fired: [], events: [], diagnostics: [] } as Result;
    const decisions: ExplainedDecision[] = [];
    try {
      const run = this.#decide(facts, context, result);
      for (const decision of run?.decided ?? [])
        decisions.push(
          explainDecision(decision, run?.row ?? [], run?.request as RequestContext, result.fired),
        );
    } catch (thrown) {
      if (!(thrown instanceof EvaluationError)) throw thrown;
      result.diagnostics.push(explainEvaluationError(thrown));
    }
    return { ...(result as unknown as DecisionResult<Outputs>), decisions };
  }

  #decide(facts: Facts, context: DecisionContext, result: Result): Run | undefined {
    const { scope, facts: declared, decisions } = this.#set;
    const request = new BoundRequest(scope, context as EvaluationContext);
    const row = new Array<Value>((scope.row?.rowNumberIndex ?? 0) + 1).fill(null);
    readFacts(facts, declared, row, request.forms, (diagnostic) => result.diagnostics.push(diagnostic));
    const wanted = this.#wantedOf(context, result);
    if (hasErrors(result.diagnostics)) return undefined;
    const run = new Run(row, makeFrame(row, request), result, this.#prepared);
    for (let index = 0; index < decisions.length; index++)
      if (wanted === undefined || wanted.decisions.has(index))
        run.decide(decisions[index] as Decision, index);
    for (let index = 0; index < decisions.length; index++) {
      if (run.failed.has(index)) continue;
      for (const { name, index: at, write } of (decisions[index] as Decision).outputs)
        if (wanted === undefined || wanted.outputs.has(name))
          setMember(result.outputs, name, write(row[at] as Value));
    }
    return run;
  }

  /** The outputs that a call names, and the decisions that they need; undefined where it names none. */
  #wantedOf({ outputs }: DecisionContext, { diagnostics }: Result) {
    if (outputs === undefined) return undefined;
    const decisions = new Set<number>();
    for (const name of outputs) {
      const index = this.#deciders.get(name);
      if (index === undefined) {
        const suggestion = suggest(String(name), [...this.#deciders.keys()]);
        diagnostics.push(diagnose("decision/unknown-output", { name: String(name), suggestion }));
        continue;
      }
      decisions.add(index);
      for (const needed of this.#set.decisions[index]?.needs ?? []) decisions.add(needed);
    }
    return { outputs: new Set(outputs), decisions };
  }
}

interface Result {
  readonly outputs: Record<string, JsonValue>;
  readonly fired: FiredRow[];
  readonly events: RuleEvent[];
  readonly diagnostics: Diagnostic[];
}

/** One set of facts on its way through the decisions. */
class Run {
  readonly row: Value[];
  /** Those that were computed, or failed, so far. */
  readonly decided: Decision[] = [];
  readonly #frame: Frame;
  readonly #result: Result;
  readonly #prepared: (PreparedRows | undefined)[];
  /** Decisions without outputs, because of an error in them or in one that they need. */
  readonly failed = new Set<number>();

  constructor(row: Value[], frame: Frame, result: Result, prepared: (PreparedRows | undefined)[]) {
    this.row = row;
    this.#frame = frame;
    this.#prepared = prepared;
    this.#result = result;
  }

  get request(): RequestContext {
    return this.#frame.context;
  }

  decide(decision: Decision, index: number): void {
    for (const needed of decision.needs)
      if (this.failed.has(needed)) {
        this.failed.add(index);
        return;
      }
    this.decided.push(decision);
    try {
      this.#decide(decision, index);
    } catch (thrown) {
      if (!(thrown instanceof DecisionFailure)) throw thrown;
      this.failed.add(index);
      this.#result.diagnostics.push(thrown.diagnostic);
    }
  }

  #decide(decision: Decision, position: number): void {
    const { body, outputs, name } = decision;
    if (body.kind === "formula") {
      for (const { index } of outputs) this.row[index] = this.#evaluate(body.formula);
      return;
    }
    this.#prepared[position] ??= new PreparedRows(decision, body);
    const prepared = this.#prepared[position];
    const hits = prepared.hitsOn(this.row, this.#frame, this.#evaluate);
    const chosen = choose(decision, body, hits);
    if ("code" in chosen) throw new DecisionFailure({ ...chosen, member: `decisions.${name}` });
    for (let index = 0; index < outputs.length; index++) {
      const output = outputs[index] as Output;
      const value = chosen.values[index];
      this.row[output.index] = value === undefined ? this.#withoutValue(output, chosen) : value;
    }
    const { fired, events } = this.#result;
    for (const hit of chosen.fired) {
      fired.push(prepared.firedOf(hit));
      if (hit.row.event !== undefined)
        events.push(renderEvent(hit.row.event, this.#evaluate, this.#frame.context.locale));
    }
  }

  #withoutValue(output: Output, { fired }: Chosen): Value {
    const placed = fired.length === 0 ? output.otherwise : output.default;
    if (placed !== undefined) return this.#evaluate(placed);
    return output.type.kind === "List" ? NO_ITEMS : null;
  }

  readonly #evaluate = (placed: Placed): Value => {
    try {
      return evaluatorOf(placed.expression)(this.row, this.#frame);
    } catch (thrown) {
      if (!(thrown instanceof EvaluationError)) throw thrown;
      const located = placed.locate(explainEvaluationError(thrown));
      throw new DecisionFailure({ ...located, member: placed.member });
    }
  };
}

const NO_ITEMS: readonly Value[] = [];

/** Ends a decision; caught where decisions are run, one after the other. */
class DecisionFailure extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.code);
    this.diagnostic = diagnostic;
  }
}
