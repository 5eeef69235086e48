/** How one attempt ended. */
export type AttemptResult = Answered | Unanswered | { readonly kind: "interrupted" };

/** The receiver answered, and `judgeStatus` says what that means. */
export interface Answered {
  readonly kind: "answered";
  readonly status: number;
  /** The status in words, with what was not done because of it. */
  readonly reason: string;
  /** The header `Retry-After` as it came. */
  readonly retryAfter: string | undefined;
  /** The beginning of the body. */
  readonly answer: string;
}

/** There is no answer: no connection, no time left, no secret. */
export interface Unanswered {
  readonly kind: "unanswered";
  readonly reason: string;
  /** Whether no further attempt can do better. */
  readonly isFinal: boolean;
  /** Whether the host is to blame, and not what was to be sent. */
  readonly isOfHost: boolean;
}
