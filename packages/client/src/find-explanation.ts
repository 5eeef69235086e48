import type { Mistake } from "./problem-error.ts";

/** How a Find would be carried out: what the store does and what is left to the engine. */
export interface FindExplanation {
  readonly table: string;
  readonly slice?: string;
  /** `plan`: by conditions, order and limit. `keys`: by keys that were sent. `evaluated`: by the Selector's value. */
  readonly shape: "plan" | "keys" | "evaluated";
  /** Why the Selector is no plan. */
  readonly reason?: string;
  readonly conditions: readonly {
    readonly text: string;
    readonly pushed: boolean;
    readonly reason?: string;
  }[];
  readonly order: readonly { readonly text: string; readonly descending: boolean }[];
  /** Whether the store orders and cuts off; else the engine does. */
  readonly isOrderPushed: boolean;
  readonly isLimitPushed: boolean;
  readonly limit?: number;
  /** The virtual columns that read other rows for one value. */
  readonly computed?: readonly { readonly column: string; readonly pushed: boolean }[];
  /** Whether the store makes the groups of a summary, and the number of all rows; else the engine does. */
  readonly groups?: { readonly pushed: boolean; readonly reason?: string };
  readonly count?: { readonly pushed: boolean; readonly reason?: string };
  /** What a limited key may not read is left out. */
  readonly store: {
    readonly name: string;
    /** What its database lacks, and what is done instead. */
    readonly lacks?: readonly string[];
    readonly sql?: string;
    readonly values?: readonly (string | number | null)[];
    readonly indexes?: readonly string[];
  };
  /** How many rows the store expects to look at. */
  readonly estimatedRows?: number;
  readonly warnings?: readonly Mistake[];
}
