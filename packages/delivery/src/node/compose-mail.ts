import type { SendMailOptions } from "nodemailer";
import type { OutgoingMail } from "../attempt/send-mail.ts";
import { textOfHtml } from "./text-of-html.ts";

/**
 * A mail in the terms of the library that writes it, with the text of its HTML where it has no text of its own. Its Message-ID
 * is made of the event's id, so it is the same each time.
 */
export async function composeMail(
  { id, message }: OutgoingMail,
  from: string | undefined,
): Promise<SendMailOptions> {
  const { to, cc, bcc, replyTo, subject, html, attachments } = message;
  const text = message.text ?? (html === undefined ? "" : await textOfHtml(html));
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
    html,
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
