/** HTTPS by certificate files, which are read again when they change; and files that cannot be served with. */
import { createPrivateKey } from "node:crypto";
import { writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { expect, test } from "vitest";
import { certificates } from "../../http/tests/certificates.ts";
import { begin, capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

const { a, b } = certificates;

function encrypted(key: string): string {
  const how = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "p" } as const;
  return createPrivateKey(key).export(how).toString();
}

function filesOf(certificate = a.cert, key = a.key) {
  const folder = folderOf({ "app.yaml": definitionOf(), "tls.crt": certificate, "tls.key": key });
  const [definition, cert, keyFile] = ["app.yaml", "tls.crt", "tls.key"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  return { definition, cert, keyFile, options: ["--tls-certificate", cert, "--tls-key", keyFile] };
}

test("calls by HTTPS; a new certificate is served to new connections, a bad one is not", async () => {
  const { definition, cert, keyFile, options } = filesOf();
  const served = begin(["serve", definition, "--port", "0", ...options]);
  await expect.poll(served.out).toContain("curl ");
  const [, address = ""] = /served at (https:\S+)/u.exec(served.out()) ?? [];
  const first = await ask(address, a.cert);
  expect(first).toMatchObject({ status: 200, subject: "a.localhost" });
  expect(first.headers["strict-transport-security"]).toBe("max-age=31536000");

  writeFileSync(cert, "not a certificate");
  await expect.poll(served.err).toContain("the certificate cannot be served; the old one is");
  expect(await ask(address, a.cert)).toMatchObject({ status: 200, subject: "a.localhost" });
  writeFileSync(keyFile, b.key);
  writeFileSync(cert, b.cert);
  await expect
    .poll(() =>
      ask(address, b.cert).then(
        ({ subject }) => subject,
        () => "",
      ),
    )
    .toBe("b.localhost");
  served.stop();
  expect(await served.done).toMatchObject({ code: 0 });
});

test.each([
  ["a key of another certificate", a.cert, b.key, "is not that of the certificate"],
  ["no certificate", "x", a.key, "There is no certificate in the form of PEM in"],
  ["no key", a.cert, "x", "There is no private key in the form of PEM in"],
  ["an encrypted key", a.cert, encrypted(a.key), 'tls.key" has a passphrase; one without is expected.'],
])("%s is refused at the start and by --check", async (_, cert, key, words) => {
  const { definition, options } = filesOf(cert, key);
  for (const more of [[], ["--check"]]) {
    const { code, err } = await capture("serve", definition, "--port", "0", ...options, ...more);
    expect(err).toContain(words);
    expect(code).toBe(1);
  }
});

test("a certificate that is not there", async () => {
  const { definition, keyFile } = filesOf();
  const options = ["--tls-certificate", "none.crt", "--tls-key", keyFile];
  const { err } = await capture("serve", definition, "--port", "0", ...options);
  expect(err).toContain('The certificate "none.crt" cannot be read: there is no such file.');
});

test("a certificate without a key", async () => {
  const { definition, cert } = filesOf();
  const { err } = await capture("serve", definition, "--port", "0", "--tls-certificate", cert);
  expect(err).toContain("HTTPS needs both --tls-certificate and --tls-key.");
});

test.each([
  ["--origin", "https://shop.example.com/"],
  ["--trusted-proxy", "10.0.0.0/33"],
  ["--trusted-proxy", "proxy"],
  ["--key-rate", "0"],
])("%s %s is not understood", async (flag, value) => {
  const { code, err } = await capture("serve", "app.yaml", flag, value);
  expect(err).toContain(`${flag} is `);
  expect(code).toBe(2);
});

/** A call on a connection of its own. */
function ask(address: string, ca: string) {
  return new Promise<{
    status: number | undefined;
    subject: string | undefined;
    headers: NodeJS.Dict<string | string[]>;
  }>((resolve, reject) => {
    const headers = { ApplicationAccessKey: "V2-it's" };
    const sent = request(`${address}/tables`, { ca, headers, agent: false }, (response) => {
      const { socket, statusCode: status } = response as typeof response & {
        socket: import("node:tls").TLSSocket;
      };
      const subject = socket.getPeerCertificate().subject?.CN as string | undefined;
      response.resume().on("end", () => resolve({ status, subject, headers: response.headers }));
    });
    sent.on("error", reject).end();
  });
}
