import {
  type AccessKey,
  type AppSchema,
  componentNames,
  type DescribedDecision,
  type DescribedParameter,
  type Diagnostic,
  diagnose,
  hasRight,
  nameableBy,
  type Outcome,
  refuseCall,
  refuseRight,
  typedCell,
} from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { type DecisionResult, type Explanation, printExplanation } from "@tablewright/core/rules";
import { callerOf } from "../access/access-key.ts";
import { writeDiagnostic } from "../answers/problem.ts";
import { isObject, type JsonObject, noteCall, readCall, takeMembers } from "../body/read-call.ts";
import { overLimit } from "../limits.ts";
import {
  COUNT,
  closed,
  listSchema,
  type OpenApiSchema,
  objectSchema,
  oneOfValues,
  reference,
  says,
  TEXT,
} from "../openapi/json-schema.ts";
import {
  type OpenapiForm,
  type Operations,
  pathInApplication,
  pathPart,
  requestBodyOf,
  responsesOf,
} from "../openapi/operations.ts";
import { type AdmittedCall, defineApplicationRoute } from "./define-application-route.ts";

const DECISION = "decisions/:decisionName";

/**
 * The body has `Facts`, and may have `Properties` as of a call; with `Explain: true` each result says which rows were tried.
 */
export const decide = defineApplicationRoute({
  method: "POST",
  path: DECISION,
  operation: decisionOperations,
  summary: "Decides on each of a list of facts.",
  body: {},
  schemas: {
    FiredRow: closed(
      {
        decision: TEXT,
        row: says(COUNT, "From 1, in the order of the definition."),
        outputs: { type: "object" },
      },
      { rule: says(TEXT, "The name of a rule.") },
    ),
    FactError: closed(
      { code: TEXT, message: TEXT },
      {
        pointer: says(TEXT, "A JSON pointer to the fact, such as `/customer/tier`."),
        hint: TEXT,
        row: COUNT,
        column: TEXT,
        key: TEXT,
        start: COUNT,
        end: COUNT,
      },
    ),
    TriedRow: closed(
      {
        row: COUNT,
        state: oneOfValues("fired", "matched", "not matched", "not tried"),
        conditions: says(
          listSchema(closed({ source: TEXT }, { value: {} })),
          "Its conditions up to the first that was not TRUE, and their values.",
        ),
      },
      { rule: TEXT },
    ),
  },
  answer: decideAll,
});

async function decideAll(call: AdmittedCall<typeof DECISION>): Promise<Outcome<object>> {
  const { service, application, key: held, notes, request } = call;
  const { decisionName } = request.parameters;
  const { engine } = application;
  const { key } = held;
  const read = readDecisionCall(call.body, service.limits.rows);
  if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
  const { facts, explains, properties } = read.output;
  noteCall({ ...call, table: decisionName }, { action: "Decide", properties, rows: facts });
  const forbidden =
    refuseCall(key, { action: "Decide", properties }, decisionName) ??
    (explains ? refuseRight(key, "trace", decisionName, "Explain") : undefined);
  if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
  const options = {
    properties,
    caller: callerOf(held),
    nameable: nameableBy(key),
    accessKey: key.name,
    turn: call.turn,
    signal: request.signal,
    reportFuel: (steps: number) => {
      notes.fuel = steps;
    },
  };
  const results = explains
    ? await engine.explainDecisions(decisionName, facts, options)
    : await engine.decideMany(decisionName, facts, options);
  const failed = results[0]?.diagnostics.filter(isAboutCall) ?? [];
  if (failed.length > 0) return { output: undefined, diagnostics: failed };
  const ignored =
    results[0]?.diagnostics.filter((one) => one.severity === "warning" && isAboutAll(one)) ?? [];
  const warnings = [...read.diagnostics, ...ignored].map(writeDiagnostic);
  const output = {
    Results: results.map(writeResult),
    ...(warnings.length === 0 ? {} : { Warnings: warnings }),
  };
  return { output, diagnostics: results.flatMap((result) => result.diagnostics) };
}

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

/** A path for each decision. */
function decisionOperations({ id, decisions }: AppSchema, { key, rows }: OpenapiForm): Operations {
  const components = componentNames(decisions.map(({ name }) => name));
  const paths = decisions.map((decision) => {
    const post = {
      operationId: `decide${components.get(decision.name) ?? ""}`,
      tags: ["decisions"],
      summary: decision.description ?? `Decides "${decision.name}" on a list of facts.`,
      requestBody: requestBodyOf(factsSchema(decision, key, rows)),
      responses: responsesOf(answerOf(decision), "A result for each of the facts, in their order."),
    };
    return [pathInApplication(id, `decisions/${pathPart(decision.name)}`), { post }] as const;
  });
  return { paths: Object.fromEntries(paths) };
}

function factsSchema({ parameters }: DescribedDecision, key: AccessKey, rows: number): OpenApiSchema {
  const facts = objectSchema(
    Object.fromEntries(parameters.map((one) => [one.name, parameterSchema(one)])),
    parameters.flatMap(({ name, required }) => (required ? [name] : [])),
  );
  return objectSchema(
    {
      Facts: { ...listSchema(facts), maxItems: rows },
      Properties: { type: "object" },
      ...(hasRight(key, "trace")
        ? { Explain: { type: "boolean", description: "Whether results say which rows were tried, and why." } }
        : {}),
    },
    ["Facts"],
  );
}

function parameterSchema(parameter: DescribedParameter): OpenApiSchema {
  const { values, min, max, json, required } = parameter;
  if (values !== undefined && json !== "array") return { enum: [...values, ...(required ? [] : [null])] };
  const isBounded = json === "number" || json === "integer";
  return {
    ...typedCell(parameter),
    ...(isBounded && min !== undefined ? { minimum: min } : {}),
    ...(isBounded && max !== undefined ? { maximum: max } : {}),
  };
}

function answerOf({ outputs }: DescribedDecision): OpenApiSchema {
  const result = objectSchema(
    {
      outputs: {
        ...objectSchema(Object.fromEntries(outputs.map((output) => [output.name, typedCell(output)]))),
        description: "Empty where there are errors.",
      },
      fired: listSchema(reference("FiredRow")),
      events: listSchema(objectSchema({ type: { type: "string" } }, ["type"])),
      errors: listSchema(reference("FactError")),
      warnings: listSchema(reference("FactError")),
      explanation: { type: "string" },
      rows: listSchema(reference("TriedRow")),
    },
    ["outputs", "fired", "events", "errors"],
  );
  return objectSchema({ Results: listSchema(result), Warnings: listSchema(reference("Mistake")) }, [
    "Results",
  ]);
}
