import { diagnoseDefinition, hasErrors, suggest } from "../diagnostics/index.ts";
import { traceExpression } from "../expression/evaluate/trace/tracer.ts";
import type { RequestContext } from "../expression/parts.ts";
import type { CellForms } from "../expression/tree/value-forms.ts";
import type { JsonValue, Value } from "../values/index.ts";
import type { Decision, Output, RuleSet } from "./decision.ts";
import { DecisionRun, type PreparedRows, type RunResult, setMember } from "./decision-run.ts";
import { type DecisionTrace, explainDecision } from "./explain.ts";
import { readFacts } from "./read-facts.ts";

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
