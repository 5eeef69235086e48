/** What operators see of the events of an application and do with them: `eventOperator` of `@tablewright/delivery` gives one. */
export interface EventOperator {
  /** Whether events are shown and nothing is done with them. */
  readonly readOnly?: boolean;
  /** As JSON has them, the newest first. */
  list(choice: EventChoice): Promise<readonly object[]>;
  retry(chosen: ChosenEvents): Promise<EventsChanged>;
  drop(chosen: ChosenEvents): Promise<EventsChanged>;
}

export interface EventChoice {
  readonly id?: string;
  readonly state?: OperatedState;
  readonly rule?: string;
  readonly limit: number;
}

export type OperatedState = "waiting" | "delivered" | "failed" | "dropped";

/** Events by their ids, or all that have failed and were not dropped. */
export type ChosenEvents = readonly string[] | "failed";

export interface EventsChanged {
  readonly changed: readonly string[];
  /** Events that stayed as they were, with a sentence that says why. */
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
}
