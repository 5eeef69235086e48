import type { Fact } from "../../decisions/decision.ts";
import { type DecisionDescription, describeDecisions } from "../../decisions/describe-rules.ts";
import { writeJson } from "../../expression/parts.ts";
import type { AppDefinition, DecisionDefinition } from "../../schema/index.ts";
import type { JsonValue } from "../../values/index.ts";
import { findTarget, isNameable } from "../access/nameable.ts";
import type { Nameable } from "../calls/request.ts";
import type { DescribedField } from "../wires/wire-form.ts";
import { describeField } from "./describe-column.ts";
import { type DescribedTable, describeTable } from "./describe-table.ts";

/** An application as callers may know it, in JSON; nothing of its access keys, filters and rules. */
export interface AppSchema {
  readonly id: string;
  readonly name: string;
  /** What a call that names none has. */
  readonly locale: string;
  /** IANA or Windows name, as declared. */
  readonly timezone: string;
  /** In the definition's order, as are the slices. */
  readonly tables: readonly DescribedTable[];
  readonly slices: readonly DescribedTable[];
  readonly decisions: readonly DescribedDecision[];
  /** Those of the definition, which expressions of callers may call. */
  readonly functions: readonly FunctionSchema[];
}

/** A function as callers may know it: its types as the definition writes them. */
export interface FunctionSchema {
  readonly name: string;
  readonly description?: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly result: string;
}

/** The application as far as a caller may name it; without a caller all of it. */
export function describeApp(app: AppDefinition, nameable?: Nameable): AppSchema {
  const { id, name, locale, timezone } = app;
  const isOwn = (one: { readonly name: string }) => isNameable({ nameable }, one.name);
  const tables = [...app.tables.values()]
    .filter(isOwn)
    .map((table) => describeTable(app, { table, slice: undefined }, nameable));
  const slices = [...app.slices.values()]
    .filter(isOwn)
    .map((slice) => describeTable(app, { table: slice.table, slice }, nameable));
  const decisions = [...app.decisions.values()]
    .filter((one) => mayDecide(one, nameable))
    .map(describeDecision);
  const functions = describeFunctions(app, nameable);
  return { id, name, locale, timezone, tables, slices, decisions, functions };
}

/** One that reads tables out of reach is not there for a caller. */
function describeFunctions(
  { ownFunctions, scope }: AppDefinition,
  nameable: Nameable | undefined,
): readonly FunctionSchema[] {
  const isOwn = ({ name }: { readonly name: string }) =>
    [...(scope.functions.get(name)?.tables?.() ?? [])].every((table) => nameable?.table(table) ?? true);
  return ownFunctions.filter(isOwn).map(({ name, description, parameters, result }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    parameters,
    result,
  }));
}

/** The table or slice of a name in the same way; undefined when there is none of the name. */
export function describeNamed(
  app: AppDefinition,
  name: string,
  nameable?: Nameable,
): DescribedTable | undefined {
  const target = findTarget(app, name, nameable).output;
  return target && describeTable(app, target, nameable);
}

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

/** How a decision is written; for those who may read expressions of the definition. */
export function describeDecisionRows({ set }: DecisionDefinition): DecisionDescription | undefined {
  return describeDecisions(set)[0];
}

/** Whether a caller may ask a decision: one that reads tables shows something of their rows, as a Find of them does. */
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
