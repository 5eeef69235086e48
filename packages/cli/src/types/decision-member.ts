import type { DecisionSchema, ParameterSchema } from "@tablewright/core";
import { answeredField, inBrackets, sentField } from "./cell-type.ts";
import { docOf, memberName, quoted } from "./type-text.ts";

/** What `Application` says of a decision: the facts that it takes, and its outputs. */
export function decisionMember({ name, description, parameters, outputs }: DecisionSchema): string {
  return [
    ...(description === undefined ? [] : [docOf(description, "    ")]),
    `    ${memberName(name)}: {`,
    "      facts: {",
    ...parameters.map(
      (one) => `        ${memberName(one.name)}${one.required ? "" : "?"}: ${factType(one)};`,
    ),
    "      };",
    "      outputs: {",
    ...outputs.map((one) => `        ${memberName(one.name)}: ${answeredField(one)};`),
    "      };",
    "    };",
  ].join("\n");
}

/** A parameter with a set of values takes these only. */
function factType(parameter: ParameterSchema): string {
  const { values, json, required } = parameter;
  const type =
    values === undefined
      ? sentField(parameter)
      : values.map((value) => (typeof value === "string" ? quoted(value) : String(value))).join(" | ");
  const whole = values !== undefined && json === "array" ? `readonly ${inBrackets(type)}[]` : type;
  return required ? whole.replace(/ \| null$/, "") : whole.endsWith("| null") ? whole : `${whole} | null`;
}
