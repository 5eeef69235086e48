import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SendMail } from "../attempt/send-mail.ts";
import { composeMail } from "./compose-mail.ts";
import { makeFolder } from "./make-folder.ts";

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
