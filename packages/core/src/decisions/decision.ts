import type { Diagnostic } from "../diagnostics/index.ts";
import type { CheckedExpression, ExpressionScope, Type } from "../expression/parts.ts";
import type { JsonReader } from "../expression/tree/members.ts";
import type { JsonWriter } from "../expression/tree/value-forms.ts";
import type { JsonValue, Value } from "../values/index.ts";
import type { Path } from "../yaml/definition-source.ts";
import type { OwnType } from "../yaml/object-types.ts";
import type { FunctionExample, HostFunctionDefinition, OwnFunction } from "./compile-functions.ts";
import type { HitPolicy } from "./rules-shape.ts";

/**
 * Rules that were read and checked. Facts and outputs are the columns of one row, in this order: the facts, then the outputs
 * of the decisions. Every expression is about that row.
 */
export interface RuleSet {
  readonly id: string;
  readonly name: string;
  readonly scope: ExpressionScope;
  readonly facts: readonly Fact[];
  /** Each after those whose outputs it reads. */
  readonly decisions: readonly Decision[];
  /** Whether one of its expressions calls an asynchronous function; undefined in an application, whose engine waits. */
  readonly isAsync?: boolean;
  /** Its functions and object types as they are written, those whose code is of a program, and what calls of the functions are to give; of rules of their own only. */
  readonly functions?: readonly OwnFunction[];
  readonly types?: readonly OwnType[];
  readonly hosts?: ReadonlyMap<string, HostFunctionDefinition>;
  readonly examples?: readonly FunctionExample[];
}

export interface Fact extends FactPart {
  /** Position in the row. */
  readonly index: number;
  readonly read: JsonReader;
  readonly declaredAt: Path;
}

/** A fact, a field of an object, or the items of a list, with what its values must be. */
export interface FactPart {
  /** Empty for the items of a list. */
  readonly name: string;
  readonly type: Type;
  readonly isRequired: boolean;
  /** The values that it can have, as they are declared; undefined where it may have others. */
  readonly values: readonly Value[] | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Writes a bound as messages have it. */
  readonly write: (value: number) => string;
  /** The fields of an object, in the order of its shape. */
  readonly parts: readonly FactPart[];
  /** The items of a list, where more is known of them than their type. */
  readonly item: FactPart | undefined;
  /** Whether there is something to check other than the type, here or within. */
  readonly isChecked: boolean;
}

export interface Decision {
  readonly name: string;
  readonly outputs: readonly Output[];
  /** Whether its outputs have names of their own, so that a call of it in an expression gives an object of them. */
  readonly namesOutputs: boolean;
  readonly body: FormulaBody | RowsBody;
  /** Positions of the decisions before it that it needs, directly or through others. */
  readonly needs: ReadonlySet<number>;
}

export interface Output {
  readonly name: string;
  readonly declaredAt: Path;
  readonly index: number;
  /** Of the column. */
  readonly type: Type;
  /** Of what one row gives. */
  readonly itemType: Type;
  readonly write: JsonWriter;
  readonly writeItem: JsonWriter;
  /** The values that it can have, the strongest first. */
  readonly values: readonly Value[] | undefined;
  /** What its fields must be. */
  readonly part: FactPart | undefined;
  /** What it is where no row matches; its default where the definition does not say. */
  readonly otherwise: Placed | undefined;
  /** What it is where the rows that fire give it no value. */
  readonly default: Placed | undefined;
  /** What it is where no row matches, as written; empty where that is nothing. */
  readonly written: string;
}

/** What values of an output, or of a part of it, must be. */
export type OutputRules = Partial<Pick<Output, "values" | "part">>;

interface FormulaBody {
  readonly kind: "formula";
  readonly formula: Placed;
}

/** A decision table, whose rows have a condition for each input, or a list of rules, each with one condition. */
export interface RowsBody {
  readonly kind: "table" | "rules";
  readonly hit: HitPolicy;
  readonly inputs: readonly CheckedExpression[];
  /** In the order in which they are tried: of rules, those of a higher priority first. */
  readonly rows: readonly DecisionRow[];
}

export interface DecisionRow {
  /** From 1, in the order of the definition. */
  readonly number: number;
  /** The name of a rule; undefined of the row of a table. */
  readonly name: string | undefined;
  /** All of them are TRUE where the row matches. */
  readonly conditions: readonly Placed[];
  /** By the outputs of the decision; undefined where the row gives that output no value. */
  readonly outputs: readonly (Placed | undefined)[];
  readonly event: EventTemplate | undefined;
  /** As they are written: the cells of the inputs, or the condition of a rule, and what the row gives the outputs. */
  readonly cells: readonly string[];
  readonly gives: readonly string[];
  /** Whether no row after it is tried. */
  readonly stops: boolean;
}

/** An expression of the definition with the place where it is written. */
export interface Placed {
  readonly expression: CheckedExpression;
  /** The member of the definition, such as `decisions.Discount.rows.2.1`. */
  readonly member: string;
  /** A diagnostic of the expression as one of the text that is written there. */
  locate(diagnostic: Diagnostic): Diagnostic;
}

/** What a rule announces where it fires: its type, and what else its author put there. */
export interface RuleEvent {
  readonly type: string;
  readonly [member: string]: JsonValue;
}

/** An event as it is declared, with `<<expression>>` in its texts. */
export type EventTemplate = EventPart;

export type EventPart =
  | { readonly kind: "constant"; readonly value: JsonValue }
  /** A text that is one `<<…>>` and nothing else: the value in its JSON form. */
  | { readonly kind: "value"; readonly placed: Placed }
  | { readonly kind: "text"; readonly parts: readonly (string | Placed)[] }
  | { readonly kind: "list"; readonly items: readonly EventPart[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [string, EventPart])[] };

/** A row or a rule that fired. */
export interface FiredRule {
  readonly decision: string;
  /** The name of a rule; absent for the row of a table. */
  readonly rule?: string;
  /** From 1, in the order of the definition. */
  readonly row: number;
  /** What it gives. */
  readonly outputs: Readonly<Record<string, JsonValue>>;
}

/** A row as messages call it: "Free delivery" or row 3. */
export function nameOfRow({ name, number }: Pick<DecisionRow, "name" | "number">): string {
  return name === undefined ? `row ${number}` : `"${name}"`;
}
