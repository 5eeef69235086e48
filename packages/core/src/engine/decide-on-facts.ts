import { Decider, emptyResult } from "../decisions/decision-run.ts";
import type { DecisionResult, Explanation } from "../decisions/rules.ts";
import {
  ANY,
  checkForms,
  type Diagnostic,
  diagnose,
  type Forms,
  kindInWords,
  suggest,
} from "../diagnostics/index.ts";
import { findName, memo, type Task, traceExpression } from "../expression/parts.ts";
import type { AppDefinition, DecisionDefinition, TableDefinition } from "../schema/index.ts";
import type { RowReader } from "../storage/index.ts";
import { WHO_ASKS } from "./access/check-caller.ts";
import { readsHidden } from "./access/column-rights.ts";
import { explained, retryOnReplicaLoss } from "./access/explained.ts";
import { batchLoad } from "./batch-loading/batch-loaded-tables.ts";
import type { Call } from "./calls/call.ts";
import type { EngineOptions } from "./calls/engine-options.ts";
import { makeCall } from "./calls/prepare/prepare-call.ts";
import type { EngineRequest, Nameable } from "./calls/request.ts";
import { mayDecide } from "./describe/describe-app.ts";
import { readVisible } from "./visibility/visible-rows.ts";
import { concealParts } from "./why/steps/find-steps.ts";

/** For whom a decision is made, and by which clock and Locale: as of other calls. */
export type DecideOnFactsOptions = Pick<
  EngineRequest,
  "properties" | "caller" | "nameable" | "accessKey" | "turn" | "signal" | "reportFuel"
>;

const DECIDE_OPTIONS: Forms<DecideOnFactsOptions> = { ...WHO_ASKS, turn: ANY, signal: ANY, reportFuel: ANY };

/**
 * Decides on each of a list of facts in one call: at one instant, for one caller, on the rows that the caller sees. What is wrong with
 * the call is among the diagnostics of every result, what is wrong with facts among those of theirs.
 */
export function decideOnFacts(
  options: EngineOptions,
  name: string,
  list: readonly object[],
  asked: DecideOnFactsOptions,
): Promise<readonly DecisionResult[]> {
  return inDecidingCall(options, name, list, asked, emptyResult(), (decider, facts, call) => {
    const { context: request } = call.read;
    const result = emptyResult();
    decider.decide(decider.newRun(request), facts, request, result);
    return result;
  });
}

/** As `decideOnFacts`, with the way to each output; expressions that read cells which the caller may not read have no parts. */
export function explainOnFacts(
  options: EngineOptions,
  name: string,
  list: readonly object[],
  asked: DecideOnFactsOptions,
): Promise<readonly Explanation[]> {
  const nothing = { ...emptyResult(), decisions: [] };
  return inDecidingCall(options, name, list, asked, nothing, (decider, facts, call) => {
    const { context: request } = call.read;
    const trace: typeof traceExpression = (expression, ...of) => {
      const shown = traceExpression(expression, ...of);
      return readsHidden(call, undefined, expression) ? concealParts(shown) : shown;
    };
    const result = emptyResult();
    const run = decider.newRun(request);
    const wanted = decider.decide(run, facts, request, result);
    return { ...result, decisions: decider.explain(run, wanted, result, trace) };
  });
}

type Decide<R> = (decider: Decider, facts: object, call: Call) => R;

async function inDecidingCall<R extends DecisionResult>(
  options: EngineOptions,
  name: string,
  list: readonly object[],
  asked: DecideOnFactsOptions,
  nothing: R,
  decide: Decide<R>,
): Promise<readonly R[]> {
  checkForms("The engine, for a decision,", asked, DECIDE_OPTIONS);
  if (!Array.isArray(list))
    throw new TypeError(`Decisions are made on a list of facts, and ${kindInWords(list)} was given.`);
  const { definition, store } = options;
  // Of no facts the errors of the call are in one result, or nobody would learn of them.
  const refused = (diagnostics: readonly Diagnostic[]) =>
    (list.length === 0 ? [undefined] : list).map(() => ({ ...nothing, diagnostics }));
  const decision = findDecision(definition, name, asked.nameable);
  if ("code" in decision) return refused([decision]);
  const request: EngineRequest = { ...asked, action: "Decide", table: "" };
  const made = await makeCall(options, { table: NO_TABLE, slice: undefined }, request, "Decide");
  const call = made.output;
  if (call === undefined) return refused(made.diagnostics);
  const decider = deciderOf(decision);
  const work = (rows: RowReader) => decideEach(call, rows, list, (facts) => decide(decider, facts, call));
  const deciding =
    decision.tables.size === 0
      ? work(NO_ROWS)
      : retryOnReplicaLoss(() => readVisible(call, store, work, { searches: true }));
  const results = await explained(definition, deciding, refused, request);
  asked.reportFuel?.(call.read.context.meter.spent);
  const { errors } = call.needed;
  if (errors.length > 0) return refused(errors);
  if (call.answer.warnings.length === 0) return results;
  return results.map((result) => ({
    ...result,
    diagnostics: [...call.answer.warnings, ...result.diagnostics],
  }));
}

/** One that reads what the caller may not name is answered as one that there is not, as functions are. */
function findDecision(
  { decisions }: AppDefinition,
  name: string,
  nameable: Nameable | undefined,
): DecisionDefinition | Diagnostic {
  const own = [...decisions.values()].filter((one) => mayDecide(one, nameable));
  // Programs in JavaScript may name anything.
  const text = typeof name === "string" ? name : `of the type ${typeof name}`;
  const { match } = findName(own, text);
  if (match !== undefined) return match;
  // Who may ask some only is not given another name: it may be right and of one that they may not ask.
  const suggestion =
    nameable === undefined
      ? suggest(
          text,
          own.map((one) => one.name),
        )
      : undefined;
  return diagnose("decision/not-found", { name: text, suggestion });
}

/** One for each decision, as it prepares its rows when it is first asked. */
const deciderOf = memo(({ set }: DecisionDefinition) => new Decider(set));

/** Rows are read for all facts together. */
async function decideEach<R>(
  call: Call,
  rows: RowReader,
  list: readonly object[],
  decide: (facts: object) => R,
): Promise<readonly R[]> {
  return batchLoad(call, rows, () => eachOf(list, decide));
}

function* eachOf<R>(list: readonly object[], decide: (facts: object) => R): Task<readonly R[]> {
  const results: R[] = [];
  for (const facts of list) {
    results.push(decide(facts));
    yield;
  }
  return results;
}

/** A decision is made on no table. */
const NO_TABLE = { name: "", columns: [], storedColumns: [], key: [] } as unknown as TableDefinition;

const NO_ROWS: RowReader = {
  find: () => Promise.reject(new Error("A decision reads rows that it does not declare.")),
  getByKeys: () => Promise.reject(new Error("A decision reads rows that it does not declare.")),
};
