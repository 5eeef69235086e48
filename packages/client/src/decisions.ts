import type { ColumnSchema } from "./table-schema.ts";

/** What a decision came to on one set of facts. */
export interface DecisionResult<Outputs> {
  /** By name; those are missing that errors kept from being computed. */
  readonly outputs: Partial<Outputs>;
  /** The rows and rules that fired. */
  readonly fired: readonly {
    readonly decision: string;
    /** The name of a rule. */
    readonly rule?: string;
    /** From 1, in the order of the definition. */
    readonly row: number;
    readonly outputs: Readonly<Record<string, unknown>>;
  }[];
  readonly events: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[];
  /** What is wrong with these facts; empty where everything is there. */
  readonly errors: readonly FactError[];
  /** Facts that are not read, because the decision has none of the name; missing where there are none. */
  readonly warnings?: readonly FactError[];
}

export interface FactError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** A JSON pointer to the fact, such as `/customer/tier`. */
  readonly pointer?: string;
}

/** A result with the way to it. */
export interface ExplainedDecision<Outputs> extends DecisionResult<Outputs> {
  /** For people. */
  readonly explanation: string;
  readonly rows: readonly {
    readonly row: number;
    readonly rule?: string;
    readonly state: "fired" | "matched" | "not matched" | "not tried";
    /** Its conditions up to the first that was not TRUE, and their values. */
    readonly conditions: readonly { readonly source: string; readonly value?: unknown }[];
  }[];
}

/** A decision of the application: what it takes and gives, and how it is written, for keys that may read that. */
export interface DecisionSchema {
  readonly name: string;
  readonly description?: string;
  readonly parameters: readonly ParameterSchema[];
  readonly outputs: readonly DecisionField[];
  readonly written?: {
    readonly kind: "formula" | "table" | "rules";
    readonly hit?: string;
    readonly formula?: string;
    readonly inputs?: readonly string[];
    readonly outputs: readonly string[];
    readonly rows: readonly {
      readonly row: number;
      readonly rule?: string;
      readonly cells: readonly string[];
      readonly gives: readonly string[];
    }[];
    readonly hasOtherwise: boolean;
  };
}

export interface DecisionField {
  readonly name: string;
  readonly type: string;
  readonly json: ColumnSchema["json"];
  readonly items?: ColumnSchema["json"];
  readonly fields?: readonly DecisionField[];
}

export interface ParameterSchema extends DecisionField {
  readonly required: boolean;
  readonly values?: readonly unknown[];
  readonly min?: unknown;
  readonly max?: unknown;
}
