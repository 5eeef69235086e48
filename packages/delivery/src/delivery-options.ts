import type { EmailMessage, EventOrder, HostSteps, LogEntry } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { DeliveryLimits } from "./delivery-limits.ts";

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
