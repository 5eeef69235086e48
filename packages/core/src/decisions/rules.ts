import { type Diagnostic, diagnose, suggest } from "../diagnostics/index.ts";
import type { EvaluationContext } from "../expression/context/request.ts";
import { EvaluationError, explainEvaluationError } from "../expression/parts.ts";
import type { JsonValue, Value } from "../values/index.ts";
import type { Decision, FiredRow, Output, RuleEvent, RuleSet } from "./decision.ts";
import { DecisionRun, type Result } from "./decision-run.ts";
import { type DecisionDescription, describeDecisions } from "./describe-rules.ts";
import { type ExplainedDecision, explainDecision } from "./explain.ts";
import { type PreparedRows, setMember } from "./prepared-rows.ts";
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
  #idle: DecisionRun | undefined;

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

  /** The names of the facts, of the decisions, and of all outputs, in their order. */
  get names(): {
    readonly facts: readonly string[];
    readonly decisions: readonly string[];
    readonly outputs: readonly string[];
  } {
    const { facts, decisions } = this.#set;
    return {
      facts: facts.map(({ name }) => name),
      decisions: decisions.map(({ name }) => name),
      outputs: decisions.flatMap(({ outputs }) => outputs.map(({ name }) => name)),
    };
  }

  /** The decisions as they are written, each after those whose outputs it reads. */
  describe(): readonly DecisionDescription[] {
    return describeDecisions(this.#set);
  }

  /** Decides on one set of facts. Never throws for facts or a context that are wrong: see `diagnostics`. */
  decide(facts: Facts, context: DecisionContext = NO_CONTEXT): DecisionResult<Outputs> {
    const result = emptyResult();
    try {
      const run = this.#take(context);
      this.#decide(run, facts, context, result);
      run.request.begin(NO_CONTEXT as EvaluationContext);
      this.#idle = run;
    } catch (thrown) {
      reportEvaluationError(thrown, result);
    }
    return result as unknown as DecisionResult<Outputs>;
  }

  /** Decides on one set of facts after the other; each has a budget of its own. */
  decideMany(list: readonly Facts[], context: DecisionContext = NO_CONTEXT): DecisionResult<Outputs>[] {
    return list.map((facts) => this.decide(facts, context));
  }

  /**
   * As `decide`, and for each decision that was computed what its rows and rules ask, the value of each part, and the part that
   * was not TRUE.
   */
  explain(facts: Facts, context: DecisionContext = NO_CONTEXT): Explanation<Outputs> {
    const result = emptyResult();
    const explained: ExplainedDecision[] = [];
    try {
      const run = new DecisionRun(this.#set.scope, context, this.#prepared);
      const wanted = this.#decide(run, facts, context, result);
      for (const [index, decision] of this.#set.decisions.entries())
        if (wanted?.decisions?.has(index) ?? wanted !== undefined)
          explained.push(explainDecision(decision, run.row, run.request, result.fired));
    } catch (thrown) {
      reportEvaluationError(thrown, result);
    }
    return { ...(result as unknown as DecisionResult<Outputs>), decisions: explained };
  }

  /** A run that is not at work: a function of the caller's own may ask the rules that it is called by. */
  #take(context: DecisionContext): DecisionRun {
    const run = this.#idle;
    if (run === undefined) return new DecisionRun(this.#set.scope, context, this.#prepared);
    this.#idle = undefined;
    run.request.begin(context as EvaluationContext);
    return run;
  }

  /** Answers what was wanted; undefined where the facts or the names of outputs are wrong, and nothing was computed. */
  #decide(run: DecisionRun, facts: Facts, context: DecisionContext, result: Result): Wanted | undefined {
    const { facts: declared, decisions } = this.#set;
    readFacts(facts, declared, run.row, run.request.forms, result.diagnostics);
    const wanted = context.outputs === undefined ? EVERYTHING : this.#wantedOf(context.outputs, result);
    if (result.diagnostics.length > 0) return undefined;
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

  /** The outputs that a call names, and the decisions that they need. */
  #wantedOf(outputs: readonly string[], { diagnostics }: Result): Wanted {
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

const NO_CONTEXT: DecisionContext = {};

/** Names of outputs and positions of decisions; all where it does not say. */
interface Wanted {
  readonly outputs?: ReadonlySet<string>;
  readonly decisions?: ReadonlySet<number>;
}

const EVERYTHING: Wanted = {};

function emptyResult(): Result {
  return { outputs: {}, fired: [], events: [], diagnostics: [] };
}

/** A context that does not read, or a budget that is used up outside of a decision. */
function reportEvaluationError(thrown: unknown, { diagnostics }: Result): void {
  if (!(thrown instanceof EvaluationError)) throw thrown;
  diagnostics.push(explainEvaluationError(thrown));
}
