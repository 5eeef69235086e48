import type { EmailMessage } from "@tablewright/core";

/**
 * Hands one mail to a mail server, which then answers for it. Rejects with a `MailRefused` where the server has said no,
 * and with any other error where it has said nothing.
 */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<{ readonly response: string }>;

export interface OutgoingMail {
  /** Of the event: the same for every attempt, so that a receiver can tell a mail that comes twice. */
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
