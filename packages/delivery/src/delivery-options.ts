import type { EmailMessage, EventOrder, HostSteps, LogEntry } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";

/** What a worker has of the world outside, all of it handed in. */
export interface DeliveryOptions {
  /** A store that is open; every event of its outbox is delivered. The worker does not close it. */
  readonly store: Store;
  readonly send: SendRequest;
  /** Without it mails wait in the outbox. */
  readonly mail?: SendMail | undefined;
  /** The code of steps `call`, which is `engine.steps`; events of others wait in the outbox. */
  readonly steps?: HostSteps | undefined;
  readonly clock: Clock;
  /** A number from 0 up to but without 1. */
  readonly random: () => number;
  /** The value of an environment variable that a definition names as a secret. */
  readonly secrets: (name: string) => string | undefined;
  /** Which events wait for others, as `engine.eventOrder` knows; without it all are sent as their turns come. */
  readonly order?: (() => EventOrder | undefined) | undefined;
  readonly limits?: Partial<DeliveryLimits>;
  /** Takes note of attempts and of a store that is away. It is given no secret, and of a URL only the host. */
  readonly log?: (entry: LogEntry) => void;
}

/** The same with everything filled in. */
export interface WorkerOptions extends Required<DeliveryOptions> {
  readonly steps: HostSteps;
  readonly limits: DeliveryLimits;
}

/**
 * Hands one mail to a mail server, which then answers for it. Rejects with a `MailRefused` where the server has said no,
 * and with any other error where it has said nothing.
 */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<{ readonly response: string }>;

export interface OutgoingMail {
  /** The id of the event, the same for every attempt, so that a receiver can recognise a mail that comes twice. */
  readonly id: string;
  readonly message: EmailMessage;
}

/** The answer of a mail server that does not take a mail. */
export class MailRefused extends Error {
  /** Of SMTP: 4xx may be taken later, 5xx never. */
  readonly status: number;

  constructor(status: number, response: string) {
    super(response);
    this.name = "MailRefused";
    this.status = status;
  }
}

/** One request over the network: no redirect is followed, and no more of the answer is read than is asked for. */
export type SendRequest = (request: OutgoingRequest, signal: AbortSignal) => Promise<ReceivedAnswer>;

export interface OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** Bytes of the answer that are read at most. */
  readonly answerBytes: number;
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly statusText: string;
  /** The headers that delivery reads. */
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
  /** The beginning of the body, as text. */
  readonly text: string;
}

/** Thrown where no further attempt can do better: an address that is not allowed, a request that cannot be written. */
export class Undeliverable extends Error {}

/** The time as delivery takes it: handed in, so that tests need none of the real one. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. It may be set back. */
  now(): number;
  /** Resolves after so many milliseconds, or as soon as the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

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
