/** What is reported of every request once its answer was sent or given up; no key and no value is in it. */
export interface CallReport extends Readonly<CallNotes> {
  /** The trace id of its answer, if that is an error. */
  readonly id: string;
  readonly method: string;
  /** As sent, without a query. */
  readonly path: string;
  /** Where the caller sits on the network, as far as the adapter knows. */
  readonly from: string | undefined;
  readonly status: number;
  /** The code of the first error. */
  readonly code: string | undefined;
  /** How many rows were answered. */
  readonly rows: number | undefined;
  /** From the head of the request to the end of its answer. */
  readonly milliseconds: number;
}

/**
 * What is learnt of a request on its way to its answer, noted for reports. Names are those that the definition declares, so there
 * are never more of them than it has; what was sent and is no such name is not noted.
 */
export interface CallNotes {
  /** The path of its route, with colons. */
  route?: string;
  app?: string;
  /** The name of the access key. */
  key?: string;
  table?: string;
  action?: string;
  /** Whom it is made for, as the caller says. */
  user?: string;
  /** The seconds after which it may be made again, where there were too many. */
  retryAfter?: number;
  /** How many rows it brought. */
  rowsSent?: number;
  /** The steps of its budget that it has spent. */
  fuel?: number;
}
