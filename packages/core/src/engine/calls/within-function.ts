import { emptyResult } from "../../decisions/decision-run.ts";
import { type Diagnostic, diagnose, noOutput } from "../../diagnostics/index.ts";
import { type HostCode, HostProblem } from "../../expression/parts.ts";
import type { FunctionCall, Store } from "../../storage/index.ts";
import type { Engine } from "../engine.ts";
import { rejected } from "./result.ts";

type FunctionCalls = NonNullable<Store["functionCalls"]>;

/**
 * The code of functions, run so that the engine recognises calls from within it. A function that has called the engine fails, whatever it
 * made of the answer.
 */
export function withinCalls(
  codes: ReadonlyMap<string, HostCode>,
  calls: FunctionCalls | undefined,
): ReadonlyMap<string, HostCode> {
  if (calls === undefined) return codes;
  return new Map([...codes].map(([name, code]) => [name, noting(name, code, calls)]));
}

function noting(name: string, code: HostCode, calls: FunctionCalls): HostCode {
  const begin = (): FunctionCall => ({ name, isRunning: true, hasCalledBack: false });
  const end = (call: FunctionCall) => {
    call.isRunning = false;
    if (call.hasCalledBack) throw new HostProblem("calls the engine, which waits for its answer");
  };
  if (!code.isAsync) {
    const evaluate: HostCode["evaluate"] = (...values) => {
      const call = begin();
      try {
        return calls.run(call, () => code.evaluate(...values));
      } finally {
        end(call);
      }
    };
    return { ...code, evaluate };
  }
  const evaluate: HostCode["evaluate"] = async (...values) => {
    const call = begin();
    try {
      return await calls.run(call, () => code.evaluate(...values));
    } finally {
      end(call);
    }
  };
  return { ...code, evaluate };
}

/** The same engine, which refuses every call that comes from a function of the program while it waits for the function. */
export function refusingFunctions(engine: Engine, calls: FunctionCalls | undefined): Engine {
  if (calls === undefined) return engine;
  return mapCalls(engine, (name, call) => {
    const refusal = REFUSALS[name as keyof Refusals] as Refusal;
    if (refusal === "is never refused") return undefined;
    return (...given) => {
      const within = calls.getStore();
      if (within?.isRunning !== true) return call(...given);
      within.hasCalledBack = true;
      const diagnostic = diagnose("request/within-function", { name: within.name });
      if (refusal === "rejects") return Promise.reject(new WithinFunction(diagnostic));
      return Promise.resolve(refusal([diagnostic], ...given));
    };
  });
}

type Refuse<Given extends unknown[], Answer> = (errors: readonly Diagnostic[], ...given: Given) => Answer;
type Refusal = Refuse<unknown[], unknown> | "rejects" | "is never refused";

/** What each call answers in place of what it declares; what reads and changes nothing in the store is never refused. */
type Refusals = {
  readonly [Name in keyof Engine as Engine[Name] extends (...given: never) => unknown
    ? Name
    : never]: Engine[Name] extends (...given: infer Given) => Promise<infer Answer>
    ? Refuse<Given, Answer> | "rejects"
    : "is never refused";
};

const undecided = (diagnostics: readonly Diagnostic[]) => ({ ...emptyResult(), diagnostics });
const unexplained = (diagnostics: readonly Diagnostic[]) => ({ ...undecided(diagnostics), decisions: [] });

const REFUSALS: Refusals = {
  execute: rejected,
  batch: rejected,
  find: rejected,
  add: rejected,
  edit: rejected,
  delete: rejected,
  invoke: rejected,
  summarise: rejected,
  undo: rejected,
  explain: noOutput,
  history: noOutput,
  backtest: noOutput,
  shadow: noOutput,
  whyThen: noOutput,
  compareRows: noOutput,
  changes: noOutput,
  live: noOutput,
  why: (errors) => ({ result: rejected(errors), trace: { steps: [], omitted: 0 } }),
  whyBatch: (errors) => ({ result: rejected(errors), traces: [] }),
  decide: undecided,
  decideMany: (errors, _, list) => [list].flat().map(() => undecided(errors)),
  explainDecision: unexplained,
  explainDecisions: (errors, _, list) => [list].flat().map(() => unexplained(errors)),
  schema: "is never refused",
  decisionRows: "is never refused",
  onEvent: "is never refused",
  load: "rejects",
  unload: "rejects",
  listRuns: "rejects",
  listEvents: "rejects",
  keptDefinitions: "rejects",
  saves: "rejects",
  noteSave: "rejects",
  trimHistory: "rejects",
  runSchedules: "rejects",
  refill: "rejects",
  check: "rejects",
  close: "rejects",
};

/** Rejects calls whose answers have no diagnostics. */
class WithinFunction extends Error {
  readonly code: Diagnostic["code"];

  constructor({ code, message }: Diagnostic) {
    super(message);
    this.name = "WithinFunction";
    this.code = code;
  }
}

/** A method of the engine, whatever it takes. */
export type EngineCall = (...given: unknown[]) => unknown;

/** The engine with other methods in the place of those for which there is one. */
export function mapCalls(
  engine: Engine,
  replace: (name: keyof Engine, call: EngineCall) => EngineCall | undefined,
): Engine {
  const members = Object.entries(engine).map(([name, member]) =>
    typeof member === "function"
      ? [name, replace(name as keyof Engine, member as EngineCall) ?? member]
      : [name, member],
  );
  return Object.fromEntries(members) as Engine;
}
