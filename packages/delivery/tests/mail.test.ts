/** Mails, by a mail server of the test that speaks SMTP. */

import { once } from "node:events";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmailMessage } from "@tablewright/core";
import { appendEvents } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import { virtualClock } from "@tablewright/tooling/virtual-time";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { folderMail, type SendMail, smtpMail, startDelivery } from "../src/index.ts";
import { listed, watched, withOutbox } from "./stores.ts";

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

const opened: SMTPServer[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

/** A mail server that takes mails, or refuses receivers with a status of SMTP. */
async function mailServer(refusal?: () => number | undefined) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => {
      const status = refusal?.();
      done(status === undefined ? null : Object.assign(new Error("not now"), { responseCode: status }));
    },
    onData: async (stream, { envelope }, done) => {
      const text = Buffer.concat(await stream.toArray()).toString();
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
      done();
    },
  });
  opened.push(server);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
}

const MAIL: EmailMessage = {
  kind: "email",
  app: "shop",
  rule: "Confirm",
  table: "Orders",
  key: "1",
  change: "add",
  to: "kim@example.com, lee@example.com",
  bcc: "archive@example.com",
  subject: "Bestellung 1: schön",
  text: "Grüße\n.\nan alle",
  attachments: [{ filename: "a.csv", contentType: "text/csv; charset=utf-8", content: "A,B\r\n1,ü\r\n" }],
};

async function deliver(mail: SendMail | undefined, message: Partial<EmailMessage> = {}) {
  const { store, isBusy } = watched(withOutbox(memoryStore()));
  const clock = virtualClock(isBusy);
  const payload = JSON.stringify({ ...MAIL, ...message });
  const event = { id: "e1", rule: "Confirm", payload, createdAt: clock.now() };
  await store.write((transaction) => appendEvents(transaction, [event]));
  const send = () => Promise.reject(new Error("no webhook is expected"));
  const worker = startDelivery({ store, clock, send, mail, random: () => 0.5, secrets: () => undefined });
  return { store, clock, worker };
}

test("a mail reaches all of its receivers, with its attachment and the id of its event", async () => {
  const { url, received } = await mailServer();
  const { store, clock, worker } = await deliver(smtpMail({ url, from: "shop@example.com" }));
  await clock.advance(2_000);
  await expect.poll(async () => (await listed(store))[0]?.state).toBe("delivered");
  await worker.stop();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    from: "shop@example.com",
    to: ["kim@example.com", "lee@example.com", "archive@example.com"],
  });
  const text = received[0]?.text ?? "";
  expect(text).toContain("Message-ID: <e1@example.com>");
  expect(text).toContain("filename=a.csv");
  expect(text).toContain(Buffer.from("A,B\r\n1,ü\r\n").toString("base64"));
  expect(text).not.toContain("archive@example.com");
});

test.each([
  [550, "failed"],
  [451, "waiting"],
])("what a server refuses with %i is %s", async (status, state) => {
  const { url, received } = await mailServer(() => status);
  const { store, clock, worker } = await deliver(smtpMail({ url, from: "shop@example.com" }));
  await clock.advance(2_000);
  await expect.poll(async () => (await listed(store))[0]?.error).toContain("not now");
  expect(await listed(store)).toMatchObject([{ state }]);
  await worker.stop();
  expect(received).toEqual([]);
});

test("a server that is away is tried again", async () => {
  const { store, clock, worker } = await deliver(smtpMail({ url: "smtp://127.0.0.1:9", from: undefined }));
  await clock.advance(2_000);
  await expect.poll(async () => (await listed(store))[0]?.error).toContain("ECONNREFUSED");
  expect(await listed(store)).toMatchObject([{ state: "waiting" }]);
  await worker.stop();
});

test.each([
  ["without a mail server", undefined, {}, "waiting", "There is no mail server"],
  ["without a receiver", async () => ({ response: "" }), { to: " " }, "failed", "The mail has no receiver."],
] as const)("%s", async (_, mail, message, state, reason) => {
  const { store, clock, worker } = await deliver(mail, message);
  await clock.advance(2_000);
  await expect.poll(async () => (await listed(store))[0]?.error).toContain(reason);
  expect(await listed(store)).toMatchObject([{ state }]);
  await worker.stop();
});

test("into a folder, mails are files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mails-"));
  const { store, clock, worker } = await deliver(folderMail(folder, "shop@example.com"));
  await clock.advance(2_000);
  await expect.poll(async () => (await listed(store))[0]?.state).toBe("delivered");
  await worker.stop();
  expect(await readdir(folder)).toEqual(["e1.eml"]);
  expect(await readFile(join(folder, "e1.eml"), "utf8")).toContain("To: kim@example.com, lee@example.com");
});

test("a mail with HTML has both parts, and its text is derived where none is given", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tablewright-mail-"));
  const mail = folderMail(folder, "shop@example.com");
  const html =
    "<style>p { color: red }</style><h1>Order</h1><p>Dear K&amp;Y,</p><table><tr><td>rope</td><td>2</td></tr><tr><td>&lt;nail&gt;</td><td>10</td></tr></table>" +
    '<a href="https://example.com/1">your order</a>';
  const { text, attachments, ...others } = MAIL;
  const files = async (message: EmailMessage) => {
    await mail({ id: message.key, message }, AbortSignal.timeout(10_000));
    return (await readFile(join(folder, `${message.key}.eml`), "utf8")).replaceAll("\r\n", "\n");
  };
  const given = await files({ ...others, key: "given", text: "Bye", html, attachments });
  expect(given).toMatch(/^Content-Type: multipart\/mixed;/m);
  expect(given).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(given).toMatch(/text\/plain.*\n\nBye\n.*text\/html.*<p>Dear K&amp;Y,/s);
  const derived = await files({ ...others, key: "derived", html, attachments: [] });
  expect(derived).toMatch(/^Content-Type: multipart\/alternative;/m);
  const [, plain = ""] = /text\/plain.*?\n\n(.*?)\n--/s.exec(derived) ?? [];
  expect(plain.trim().split("\n")).toEqual([
    "Order",
    "",
    "Dear K&Y,",
    "",
    "rope  2",
    "<nail>  10",
    "",
    "your order [https://example.com/1]",
  ]);
});
