import type { SendMailOptions } from "nodemailer";
import type { OutgoingMail } from "../attempt/send-mail.ts";

/** A mail in the terms of the library that writes it. Its Message-ID is made of the event's id, so it is the same each time. */
export function composeMail({ id, message }: OutgoingMail, from: string | undefined): SendMailOptions {
  const { to, cc, bcc, replyTo, subject, text, attachments } = message;
  const sender = message.from ?? from;
  return {
    messageId: `<${id}@${domainOf(sender)}>`,
    from: sender,
    to,
    cc,
    bcc,
    replyTo,
    subject,
    text,
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content,
    })),
    disableFileAccess: true, // nothing in a row reaches a file or a page of this machine
    disableUrlAccess: true,
  };
}

function domainOf(sender: string | undefined): string {
  return /@([\w.-]+)/.exec(sender ?? "")?.[1] ?? "localhost";
}
