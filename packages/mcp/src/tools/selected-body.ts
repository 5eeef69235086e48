import type { CallBody, Row } from "../calls/record-calls.ts";

/** Which rows are to be read. */
export interface Selection {
  readonly selector?: string | undefined;
  readonly keys?: readonly Row[] | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** The body of a Find: by a Selector, else by keys, else all rows. */
export function selectedBody({ selector, keys = [], params }: Selection): CallBody {
  return {
    Action: "Find",
    Properties: {
      ...(selector === undefined ? {} : { Selector: selector }),
      ...(params === undefined ? {} : { Params: params }),
    },
    Rows: keys,
  };
}
