import type { AccessKey, DecisionSchema, ParameterSchema } from "@tablewright/core";
import { hasRight } from "@tablewright/core";
import { answered } from "./describing-paths.ts";
import { type JsonSchema, listOf, objectOf, reference } from "./json-schema.ts";
import { typedCell } from "./row-schemas.ts";

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
