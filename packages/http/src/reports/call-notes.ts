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
