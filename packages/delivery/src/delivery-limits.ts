/** How much a worker does at a time, how long it waits, and when it gives up. Times are milliseconds. */
export interface DeliveryLimits {
  /** Events that a worker holds at a time, under way or about to be sent. */
  readonly held: number;
  /** Requests to one host at the same time. */
  readonly perHost: number;
  /** Events that a worker holds besides them, which wait for their turn at the host. */
  readonly waiting: number;
  /** One attempt, from looking up the host to the end of its answer, redirects included. */
  readonly attempt: number;
  /** How long a claim keeps other workers away; much longer than an attempt. */
  readonly claim: number;
  /** Between two looks into an outbox where nothing is due. */
  readonly poll: number;
  /** The same while events that had to wait for their host come due. */
  readonly pollBehind: number;
  /** After the first failed attempt of an event; it doubles with each further one. */
  readonly firstDelay: number;
  /** At most between two attempts of an event, unless its receiver asks for more. */
  readonly longestDelay: number;
  /** From the first failed attempt of an event to its last one. */
  readonly giveUp: number;
  /** Failures of a host, one after the other, after which it has a rest. */
  readonly failures: number;
  /** The first rest of a host; it doubles with each further one. */
  readonly firstRest: number;
  /** The longest rest of a host. */
  readonly longestRest: number;
  /** Redirects that one attempt follows. */
  readonly redirects: number;
  /** Bytes of an answer that are read and kept. */
  readonly answerBytes: number;
  /** For the attempts under way when a worker is stopped; then they are cut off and given back. */
  readonly stopping: number;
}

export const defaultDeliveryLimits: DeliveryLimits = {
  held: 128,
  perHost: 4,
  waiting: 32,
  attempt: 15_000,
  claim: 60_000,
  poll: 1_000,
  pollBehind: 50,
  firstDelay: 5_000,
  longestDelay: 10_800_000,
  giveUp: 86_400_000,
  failures: 5,
  firstRest: 10_000,
  longestRest: 300_000,
  redirects: 3,
  answerBytes: 2_048,
  stopping: 5_000,
};
