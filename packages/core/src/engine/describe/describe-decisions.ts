import type { Fact } from "../../decisions/decision.ts";
import { type DecisionDescription, describeDecisions } from "../../decisions/describe-rules.ts";
import { writeJson } from "../../expression/parts.ts";
import type { AppDefinition, DecisionDefinition } from "../../schema/index.ts";
import type { JsonValue } from "../../values/index.ts";
import type { Nameable } from "../calls/request.ts";
import type { DescribedField } from "../wires/wire-form.ts";
import { describeField } from "./describe-column.ts";

/** A decision as callers may know it, in JSON. */
export interface DescribedDecision {
  readonly name: string;
  readonly description?: string;
  readonly parameters: readonly DescribedParameter[];
  readonly outputs: readonly DescribedField[];
}

/** What facts may give a parameter. */
export interface DescribedParameter extends DescribedField {
  readonly required: boolean;
  readonly values?: readonly JsonValue[];
  readonly min?: JsonValue;
  readonly max?: JsonValue;
}

/** The decisions of an application as far as a caller may ask them, in the definition's order. */
export function describeAppDecisions(
  { decisions }: AppDefinition,
  nameable: Nameable | undefined,
): readonly DescribedDecision[] {
  return [...decisions.values()].filter((one) => mayDecide(one, nameable)).map(describeDecision);
}

/** How a decision is written; for those who may read expressions of the definition. */
export function describeDecisionRows({ set }: DecisionDefinition): DecisionDescription | undefined {
  return describeDecisions(set)[0];
}

/** Whether a caller may ask a decision: one that reads tables tells of their rows, as a Find of them does. */
export function mayDecide({ tables }: DecisionDefinition, nameable: Nameable | undefined): boolean {
  if (nameable === undefined) return true;
  if (!nameable.action("Decide")) return false;
  return (
    tables.size === 0 || (nameable.action("Find") && [...tables].every((table) => nameable.table(table)))
  );
}

function describeDecision({ name, description, set }: DecisionDefinition): DescribedDecision {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    parameters: set.facts.map(describeParameter),
    outputs: set.decisions.flatMap(({ outputs }) => outputs.map(describeField)),
  };
}

function describeParameter({ name, type, isRequired, values, min, max }: Fact): DescribedParameter {
  const item = type.kind === "List" ? type.item : type;
  return {
    ...describeField({ name, type }),
    required: isRequired,
    ...(values === undefined ? {} : { values: values.map((value) => writeJson(value, item)) }),
    ...(min === undefined ? {} : { min: writeJson(min, type) }),
    ...(max === undefined ? {} : { max: writeJson(max, type) }),
  };
}
