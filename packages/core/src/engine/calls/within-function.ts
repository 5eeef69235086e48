import { emptyResult } from "../../decisions/decider.ts";
import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import { type HostCode, HostProblem } from "../../expression/parts.ts";
import type { FunctionCall, Store } from "../../storage/index.ts";
import type { Engine } from "../engine.ts";
import { mapCalls } from "./map-calls.ts";
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
    if (AT_ONCE.has(name)) return undefined;
    return (...given) => {
      const within = calls.getStore();
      if (within?.isRunning !== true) return call(...given);
      within.hasCalledBack = true;
      return refuse(name, given, diagnose("request/within-function", { name: within.name }));
    };
  });
}

/** What neither reads nor changes anything in the store. */
const AT_ONCE: ReadonlySet<string> = new Set(["schema", "decisionRows", "onEvent"]);

async function refuse(name: string, given: readonly unknown[], diagnostic: Diagnostic): Promise<unknown> {
  const diagnostics = [diagnostic];
  const nothing = { ...emptyResult(), diagnostics };
  switch (name) {
    case "decide":
      return nothing;
    case "explainDecision":
      return { ...nothing, decisions: [] };
    case "decideMany":
      return listOf(given[1]).map(() => nothing);
    case "explainDecisions":
      return listOf(given[1]).map(() => ({ ...nothing, decisions: [] }));
    case "explain":
    case "history":
    case "changes":
      return { output: undefined, diagnostics };
    case "why":
      return { result: rejected(diagnostics), trace: { steps: [], omitted: 0 } };
    case "whyBatch":
      return { result: rejected(diagnostics), traces: [] };
    case "execute":
    case "batch":
    case "find":
    case "add":
    case "edit":
    case "delete":
    case "invoke":
    case "summarise":
    case "undo":
      return rejected(diagnostics);
    default:
      throw new WithinFunction(diagnostic);
  }
}

function listOf(facts: unknown): readonly unknown[] {
  return Array.isArray(facts) ? facts : [facts];
}

/** Rejects calls whose answers have no diagnostics. */
class WithinFunction extends Error {
  readonly code: Diagnostic["code"];

  constructor({ code, message }: Diagnostic) {
    super(message);
    this.name = "WithinFunction";
    this.code = code;
  }
}
