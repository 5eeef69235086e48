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
