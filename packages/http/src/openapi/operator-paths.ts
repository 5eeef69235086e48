import { type AccessKey, type DecisionSchema, hasRight, type ParameterSchema } from "@tablewright/core";
import { answered, query } from "./describing-paths.ts";
import { type JsonSchema, listOf, objectOf, reference } from "./json-schema.ts";
import { typedCell } from "./row-schemas.ts";

/** The paths for operators that a key may use. */
export function operatorPaths(base: string, key: AccessKey): Readonly<Record<string, JsonSchema>> {
  return {
    ...(key.events ? eventPaths(base) : {}),
    ...(key.tests ? testPaths(base) : {}),
    ...(key.undo ? undoPath(base) : {}),
  };
}

function testPaths(base: string): Readonly<Record<string, JsonSchema>> {
  return {
    [`${base}/tests`]: {
      get: {
        operationId: "showTests",
        summary: "What came of the last run of the definition's tests.",
        responses: answered("TestRun"),
      },
      post: {
        operationId: "runTests",
        summary: "Runs the definition's tests.",
        responses: answered("TestRun"),
      },
    },
  };
}

/** The path of undo, for keys that may. */
function undoPath(base: string): Readonly<Record<string, JsonSchema>> {
  const call = { name: "callId", in: "path", required: true, schema: { type: "string" } };
  const schema = { type: "object", properties: { Properties: { type: "object" } } };
  return {
    [`${base}/calls/{callId}/undo`]: {
      parameters: [call],
      post: {
        operationId: "undoCall",
        summary: "Changes back what a call has changed, where no row was changed since.",
        requestBody: { required: true, content: { "application/json": { schema } } },
        responses: answered("Undone"),
      },
    },
  };
}

/** The paths of the outbox and of what rules did, for keys that may see it. */
function eventPaths(base: string): Readonly<Record<string, JsonSchema>> {
  return {
    [`${base}/events`]: {
      parameters: [query("state"), query("rule"), query("limit")],
      get: {
        operationId: "listEvents",
        summary: "The webhooks and mails of the outbox, the newest first.",
        responses: answered("Events"),
      },
    },
    [`${base}/events/{eventId}`]: {
      parameters: [{ name: "eventId", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "showEvent",
        summary: "One event of the outbox.",
        responses: answered("OutboxEvent"),
      },
    },
    [`${base}/runs`]: {
      parameters: [query("before"), query("limit")],
      get: {
        operationId: "listRuns",
        summary: "What workflow rules did, the newest first, and when those with a schedule run.",
        responses: answered("Runs"),
      },
    },
    [`${base}/rules`]: {
      get: {
        operationId: "listRules",
        summary: "The workflow rules, and which tables they and the formulas of columns read and change.",
        responses: answered("Rules"),
      },
    },
    [`${base}/events/retry`]: {
      post: {
        operationId: "retryEvents",
        summary: "Sends events of the outbox again.",
        requestBody: { required: true, content: { "application/json": { schema: chosenEvents } } },
        responses: answered("ChangedEvents"),
      },
    },
    [`${base}/events/drop`]: {
      post: {
        operationId: "dropEvents",
        summary: "Gives events of the outbox up.",
        requestBody: { required: true, content: { "application/json": { schema: chosenEvents } } },
        responses: answered("ChangedEvents"),
      },
    },
  };
}

const chosenEvents: JsonSchema = {
  oneOf: [
    {
      type: "object",
      required: ["Ids"],
      properties: { Ids: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 200 } },
    },
    { type: "object", required: ["Failed"], properties: { Failed: { const: true } } },
  ],
};

/** The list of decisions, and a path for each. */
export function decisionPaths(
  base: string,
  decisions: readonly DecisionSchema[],
  {
    key,
    rows,
    components,
  }: { readonly key: AccessKey; readonly rows: number; readonly components: ReadonlyMap<string, string> },
): Readonly<Record<string, JsonSchema>> {
  if (decisions.length === 0) return {};
  const list = {
    get: {
      operationId: "listDecisions",
      summary: "The decisions, with what they take and give.",
      responses: answered("DecisionList"),
    },
  };
  const each = decisions.map((decision) => {
    const component = components.get(decision.name) ?? "";
    return [
      `${base}/decisions/${encodeURIComponent(decision.name.toWellFormed())}`,
      {
        post: {
          operationId: `decide${component}`,
          tags: ["decisions"],
          summary: decision.description ?? `Decides "${decision.name}" on a list of facts.`,
          requestBody: {
            required: true,
            content: { "application/json": { schema: bodyOf(decision, key, rows) } },
          },
          responses: {
            200: {
              description: "A result for each of the facts, in their order.",
              content: { "application/json": { schema: answerOf(decision) } },
            },
            default: { $ref: "#/components/responses/Problem" },
          },
        },
      },
    ] as const;
  });
  return { [`${base}/decisions`]: list, ...Object.fromEntries(each) };
}

function bodyOf({ parameters }: DecisionSchema, key: AccessKey, rows: number): JsonSchema {
  const facts = objectOf(
    Object.fromEntries(parameters.map((one) => [one.name, parameterSchema(one)])),
    parameters.flatMap(({ name, required }) => (required ? [name] : [])),
  );
  return objectOf(
    {
      Facts: { ...listOf(facts), maxItems: rows },
      Properties: { type: "object" },
      ...(hasRight(key, "trace")
        ? { Explain: { type: "boolean", description: "Whether results say which rows were tried, and why." } }
        : {}),
    },
    ["Facts"],
  );
}

function parameterSchema(parameter: ParameterSchema): JsonSchema {
  const { values, min, max, json, required } = parameter;
  if (values !== undefined && json !== "array") return { enum: [...values, ...(required ? [] : [null])] };
  const isBounded = json === "number" || json === "integer";
  return {
    ...typedCell(parameter),
    ...(isBounded && min !== undefined ? { minimum: min } : {}),
    ...(isBounded && max !== undefined ? { maximum: max } : {}),
  };
}

function answerOf({ outputs }: DecisionSchema): JsonSchema {
  const result = objectOf(
    {
      outputs: {
        ...objectOf(Object.fromEntries(outputs.map((output) => [output.name, typedCell(output)]))),
        description: "Empty where there are errors.",
      },
      fired: listOf(reference("FiredRow")),
      events: listOf(objectOf({ type: { type: "string" } }, ["type"])),
      errors: listOf(reference("FactError")),
      warnings: listOf(reference("FactError")),
      explanation: { type: "string" },
      rows: listOf(reference("TriedRow")),
    },
    ["outputs", "fired", "events", "errors"],
  );
  return objectOf({ Results: listOf(result), Warnings: listOf(reference("Mistake")) }, ["Results"]);
}
