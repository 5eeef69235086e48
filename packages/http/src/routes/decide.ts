import { type Diagnostic, diagnose, nameableBy, refuseCall, refuseRight } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { type DecisionResult, type Explanation, printExplanation } from "@tablewright/core/rules";
import { authenticateForApplication } from "../access/authenticate-for-application.ts";
import { callerOf } from "../access/identity-in-query.ts";
import { jsonAnswer } from "../answers/answer.ts";
import { overLimit } from "../answers/over-limit.ts";
import { OK } from "../answers/problem.ts";
import { writeDiagnostic, writeProblem } from "../answers/write-problem.ts";
import { isObject, type JsonObject, readCall } from "../body/read-call.ts";
import { takeMembers } from "../body/take-members.ts";
import { noteCall } from "../reports/note-call.ts";
import { carryOut } from "../turns/carry-out.ts";
import { ReaderTurn } from "../turns/reader-turn.ts";
import { defineRoute } from "./define-route.ts";

/**
 * Decides on a list of facts. The body has `Facts`, and may have `Properties` as of a call; with `Explain: true` each result says
 * which rows were tried. A result for each of the facts, in their order, with the errors of these.
 */
export const decide = defineRoute({
  method: "POST",
  path: "/api/v2/apps/:appId/decisions/:decisionName",
  answer: async (service, request) => {
    const { appId, decisionName } = request.parameters;
    const authenticated = authenticateForApplication(service, appId, request);
    if (authenticated.output === undefined) return writeProblem(authenticated.diagnostics, request.id);
    const admission = authenticated.output;
    const { application, key: held, notes } = admission;
    const { key } = held;
    const { engine, limits } = application;
    const work = async (body: JsonValue, turn: ReaderTurn) => {
      const read = readDecisionCall(body, service.limits.rows);
      if (read.output === undefined) return writeProblem(read.diagnostics, request.id);
      const { facts, explains, properties } = read.output;
      noteCall({ ...admission, table: decisionName }, { action: "Decide", properties, rows: facts });
      const forbidden =
        refuseCall(key, { action: "Decide", properties }, decisionName) ??
        (explains ? refuseRight(key, "trace", decisionName) : undefined);
      if (forbidden !== undefined) return writeProblem([forbidden], request.id);
      const options = {
        properties,
        caller: callerOf(held),
        nameable: nameableBy(key),
        accessKey: key.name,
        turn,
        reportFuel: (steps: number) => {
          notes.fuel = steps;
        },
      };
      const results = explains
        ? await engine.explainDecisions(decisionName, facts, options)
        : await engine.decideMany(decisionName, facts, options);
      const failed = results[0]?.diagnostics.filter(isAboutCall) ?? [];
      if (failed.length > 0) return writeProblem(failed, request.id);
      const ignored =
        results[0]?.diagnostics.filter((one) => one.severity === "warning" && isAboutAll(one)) ?? [];
      const warnings = [...read.diagnostics, ...ignored].map(writeDiagnostic);
      const answer = {
        Results: results.map(writeResult),
        ...(warnings.length === 0 ? {} : { Warnings: warnings }),
      };
      return jsonAnswer(OK, JSON.stringify(answer));
    };
    return carryOut(
      service,
      held,
      request,
      (body, turn) => work(body, new ReaderTurn(turn, request)),
      limits,
    );
  },
});

interface DecisionCall {
  readonly facts: readonly JsonObject[];
  readonly explains: boolean;
  readonly properties: JsonObject;
}

function readDecisionCall(body: JsonValue, limit: number) {
  const { output: taken, diagnostics } = takeMembers(body, ["Facts", "Explain"]);
  if (taken === undefined) return { output: undefined, diagnostics };
  const { Facts: facts, Explain: explains = false } = taken.members;
  const call = readCall(taken.rest, EXAMPLE);
  if (call.output === undefined) return { output: undefined, diagnostics: call.diagnostics };
  if (typeof explains !== "boolean") return refuse('its "Explain" is neither true nor false');
  if (!Array.isArray(facts)) return refuse('its "Facts" is not a list');
  if (facts.length > limit)
    return { output: undefined, diagnostics: [overLimit("rows", limit, facts.length)] };
  const wrong = facts.findIndex((one) => !isObject(one));
  if (wrong !== -1) return refuse(`number ${wrong + 1} of its "Facts" is not an object`);
  const output: DecisionCall = { facts: facts as JsonObject[], explains, properties: call.output.properties };
  return { output, diagnostics: call.diagnostics };
}

const EXAMPLE = '{"Facts": [{"total": 120}]} with the parameters of the decision';

function refuse(reason: string) {
  return {
    output: undefined,
    diagnostics: [diagnose("request/unreadable-body", { reason, example: EXAMPLE })],
  };
}

/** What is wrong with the call is wrong with all facts, and has no place among them. */
function isAboutCall(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error" && isAboutAll(diagnostic);
}

function isAboutAll({ pointer, member }: Diagnostic): boolean {
  return pointer === undefined && member === undefined;
}

function writeResult(result: DecisionResult | Explanation): object {
  const { outputs, fired, events, diagnostics } = result;
  const written = (severity: Diagnostic["severity"]) =>
    diagnostics
      .filter((one) => one.severity === severity && !(severity === "warning" && isAboutAll(one)))
      .map((diagnostic) => ({ ...writeDiagnostic(diagnostic), pointer: diagnostic.pointer }));
  const warnings = written("warning");
  return {
    outputs,
    fired,
    events,
    errors: written("error"),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...("decisions" in result ? writeExplanation(result) : {}),
  };
}

function writeExplanation({ decisions }: Explanation): object {
  return {
    explanation: printExplanation(decisions),
    rows: decisions.flatMap(({ rows = [] }) =>
      rows.map(({ row, rule, state, conditions }) => ({
        row,
        rule,
        state,
        conditions: conditions.map(({ source, value }) => ({ source, value })),
      })),
    ),
  };
}
