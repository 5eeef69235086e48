import { checkList, type Diagnostic, type OptionsOf } from "../diagnostics/index.ts";
import type { FunctionDeclaration } from "../expression/context/declared-functions.ts";
import {
  checkContext,
  type EvaluationContext,
  SHARED_CONTEXT,
} from "../expression/context/evaluation-context.ts";
import { BoundRequest } from "../expression/context/request.ts";
import {
  EvaluationError,
  type ExpressionScope,
  everyTable,
  explainEvaluationError,
  type HostCode,
  typeName,
} from "../expression/parts.ts";
import type { JsonValue } from "../values/index.ts";
import type { OwnType } from "../yaml/object-types.ts";
import {
  codeFor,
  declarationOf,
  type FunctionExample,
  type HostFunctionDefinition,
  type OwnFunction,
} from "./compile-functions.ts";
import type { FiredRule, RuleEvent, RuleSet } from "./decision.ts";
import { Decider, type DecisionRun, emptyResult, type RunResult } from "./decision-run.ts";
import { type DecisionDescription, describeDecisions } from "./describe-rules.ts";
import type { DecisionTrace } from "./explain.ts";

/** The clock, the user and the like, and which outputs are wanted: all where none are named. */
export interface DecisionContext
  extends Omit<EvaluationContext, "row" | "before" | "tables" | "parameters" | "inputs"> {
  readonly outputs?: readonly string[];
}

/** The answer to one set of facts. With errors among the diagnostics, some outputs or all of them are missing. */
export interface DecisionResult<Outputs = Readonly<Record<string, JsonValue>>> {
  /** In their JSON form, by name. An output that an error kept from being computed is missing. */
  readonly outputs: Outputs;
  /** The rows and rules that fired, decision by decision. */
  readonly fired: readonly FiredRule[];
  readonly events: readonly RuleEvent[];
  /** Errors, where something that was wanted is missing, and warnings of facts that are not read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A result with the way to it. */
export interface Explanation<Outputs = Readonly<Record<string, JsonValue>>> extends DecisionResult<Outputs> {
  readonly decisions: readonly DecisionTrace[];
}

/** What callers may give. */
export interface FactDescription {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** Rules that were loaded. They hold no state: each call decides on its own facts only. */
export class Rules<Facts = object, Outputs = Readonly<Record<string, JsonValue>>> {
  readonly #set: RuleSet;
  readonly #decider: Decider;
  readonly #codes: ReadonlyMap<string, HostCode>;
  #idle: BoundRun | undefined;

  constructor(set: RuleSet, codes: ReadonlyMap<string, HostCode> = new Map()) {
    this.#set = set;
    this.#codes = codes;
    this.#decider = new Decider(set);
  }

  /**
   * The same rules with code for functions that their definition declares with `host: true`, in the place of any that they were loaded
   * with. Throws a TypeError for code of other types.
   */
  withFunctions(functions: readonly FunctionDeclaration[]): Rules<Facts, Outputs> {
    const codes = new Map(this.#codes);
    for (const host of this.hosts.values()) {
      const declaration = declarationOf(host.name, functions);
      if (declaration === undefined) continue;
      const code = codeFor(host, declaration);
      if (!("evaluate" in code)) throw new TypeError(code.message);
      codes.set(host.name, code);
    }
    return new Rules(this.#set, codes);
  }

  /** Functions whose signature the definition declares and whose code is of a program, by their names in capitals. */
  get hosts(): ReadonlyMap<string, HostFunctionDefinition> {
    return this.#set.hosts ?? new Map();
  }

  /** Calls of functions with the answers that they must give. */
  get examples(): readonly FunctionExample[] {
    return this.#set.examples ?? [];
  }

  /** What examples can name: no facts. */
  get scope(): ExpressionScope {
    return { ...this.#set.scope, row: undefined };
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

  /** The facts with their types, such as `List of Line`. */
  get facts(): readonly FactDescription[] {
    return this.#set.facts.map(({ name, type, isRequired }) => ({
      name,
      type: typeName(type, everyTable),
      required: isRequired,
    }));
  }

  /** The functions that the definition declares, as they are written. */
  get functions(): readonly OwnFunction[] {
    return this.#set.functions ?? [];
  }

  /** The object types that the definition names, as they are written. */
  get types(): readonly OwnType[] {
    return this.#set.types ?? [];
  }

  /** The decisions as they are written, each after those whose outputs it reads. */
  describe(): readonly DecisionDescription[] {
    return describeDecisions(this.#set);
  }

  /**
   * Decides on one set of facts. Never throws for facts or values of the context that are wrong: see `diagnostics`. Throws a TypeError
   * for a context with a member that there is not.
   */
  decide(facts: Facts, context: DecisionContext = NO_CONTEXT): DecisionResult<Outputs> {
    const result = emptyResult();
    try {
      const bound = this.#take(context);
      const { run, request } = bound;
      this.#decider.decide(run, facts, request.forms, result, context.outputs);
      request.begin(NO_CONTEXT as EvaluationContext);
      this.#idle = bound;
    } catch (thrown) {
      reportEvaluationError(thrown, result);
    }
    return result as unknown as DecisionResult<Outputs>;
  }

  /** Whether a formula or a condition calls an asynchronous function, so that `decideAsync` is needed. */
  get isAsync(): boolean {
    return this.#set.isAsync === true || [...this.#codes.values()].some(({ isAsync }) => isAsync);
  }

  /** As `decide`, with the answers of asynchronous functions: each is asked once for each different argument list. */
  async decideAsync(facts: Facts, context: DecisionContext = NO_CONTEXT): Promise<DecisionResult<Outputs>> {
    const { result } = await this.#later(facts, context);
    return result as unknown as DecisionResult<Outputs>;
  }

  /** As `explain`, with the answers of asynchronous functions. */
  async explainAsync(facts: Facts, context: DecisionContext = NO_CONTEXT): Promise<Explanation<Outputs>> {
    const { result, decisions } = await this.#later(facts, context, true);
    return { ...(result as unknown as DecisionResult<Outputs>), decisions };
  }

  async #later(
    facts: Facts,
    context: DecisionContext,
    explains = false,
  ): Promise<{ readonly result: RunResult; readonly decisions: readonly DecisionTrace[] }> {
    let result = emptyResult();
    try {
      const { run, request } = this.#bind(context);
      return await request.inRounds(() => {
        result = emptyResult();
        const wanted = this.#decider.decide(run, facts, request.forms, result, context.outputs);
        return { result, decisions: explains ? this.#decider.explain(run, wanted, result) : [] };
      });
    } catch (thrown) {
      reportEvaluationError(thrown, result);
      return { result, decisions: [] };
    }
  }

  /** Decides on one set of facts after the other; each has a budget of its own. Throws a TypeError for what is no list. */
  decideMany(list: readonly Facts[], context: DecisionContext = NO_CONTEXT): DecisionResult<Outputs>[] {
    checkList("decideMany", "facts", list);
    return list.map((facts) => this.decide(facts, context));
  }

  /**
   * As `decide`, and for each decision that was computed what its rows and rules ask, the value of each part, and the part that
   * was not TRUE.
   */
  explain(facts: Facts, context: DecisionContext = NO_CONTEXT): Explanation<Outputs> {
    const result = emptyResult();
    let explained: readonly DecisionTrace[] = [];
    try {
      const { run, request } = this.#bind(context);
      const wanted = this.#decider.decide(run, facts, request.forms, result, context.outputs);
      explained = this.#decider.explain(run, wanted, result);
    } catch (thrown) {
      reportEvaluationError(thrown, result);
    }
    return { ...(result as unknown as DecisionResult<Outputs>), decisions: explained };
  }

  /** A run that is not at work: a function of the caller's own may ask the rules that it is called by. */
  #take(context: DecisionContext): BoundRun {
    const bound = this.#idle;
    if (bound === undefined) return this.#bind(context);
    checkContext(context, DECISION_CONTEXT);
    this.#idle = undefined;
    bound.request.begin(context as EvaluationContext);
    return bound;
  }

  #bind(context: DecisionContext): BoundRun {
    checkContext(context, DECISION_CONTEXT);
    const request = new BoundRequest(this.#set.scope, context as EvaluationContext, { codes: this.#codes });
    return { request, run: this.#decider.newRun(request) };
  }
}

interface BoundRun {
  readonly request: BoundRequest;
  readonly run: DecisionRun;
}

const NO_CONTEXT: DecisionContext = {};

const { tables: _, parameters: __, inputs: ___, ...SHARED } = SHARED_CONTEXT;
const DECISION_CONTEXT: OptionsOf<DecisionContext> = { ...SHARED, outputs: true };

/** A context that does not read, or a budget that is used up outside of a decision. */
function reportEvaluationError(thrown: unknown, { diagnostics }: RunResult): void {
  if (!(thrown instanceof EvaluationError)) throw thrown;
  diagnostics.push(explainEvaluationError(thrown));
}
