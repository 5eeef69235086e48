import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MailRefused, type SendMail } from "../delivery-options.ts";
import { composeMail } from "./compose-mail.ts";
import { makeFolder } from "./make-folder.ts";

export interface SmtpOptions {
  /** Such as `smtps://user:password@mail.example.com`, or `smtp://localhost:25`. */
  readonly url: string;
  /** The sender of mails that name none. */
  readonly from: string | undefined;
}

/** Sends mails by SMTP, with TLS wherever the server offers it; a connection for each, as many at a time as delivery begins. */
export function smtpMail({ url, from }: SmtpOptions): SendMail {
  let transport: Awaited<ReturnType<typeof transportTo>> | undefined;
  return async (mail, signal) => {
    signal.throwIfAborted();
    transport ??= await transportTo(url);
    try {
      const { response } = await transport.sendMail(await composeMail(mail, from));
      return { response };
    } catch (error) {
      const { responseCode, response, message } = error as SmtpError;
      if (responseCode === undefined) throw error;
      throw new MailRefused(responseCode, response ?? message);
    }
  };
}

/** What sends mails is loaded with the first of them. */
async function transportTo(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport(url);
}

interface SmtpError extends Error {
  /** Of the server's answer, where there was one. */
  readonly responseCode?: number;
  readonly response?: string;
}

/** Writes mails into a folder instead of sending them, one `.eml` file each, for trying things out. */
export function folderMail(folder: string, from: string | undefined): SendMail {
  return async (mail) => {
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(await composeMail(mail, from));
    await makeFolder(folder);
    const file = join(folder, `${mail.id.replaceAll(/[^\w-]/g, "_")}.eml`);
    await writeFile(file, message as Buffer);
    return { response: `written to ${file}` };
  };
}
