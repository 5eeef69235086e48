import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { TlsFiles } from "@tablewright/http";
import { reasonUnread } from "../read-text.ts";
import type { SettingValues } from "../settings/settings.ts";

/**
 * The certificate and key that settings name; undefined when they name none, and a sentence when they cannot be served with
 * at an instant in milliseconds.
 */
export function readTlsFiles(
  { tlsCertificate, tlsKey }: Pick<SettingValues, "tlsCertificate" | "tlsKey">,
  now: number,
): TlsFiles | undefined | string {
  if (tlsCertificate === undefined && tlsKey === undefined) return undefined;
  if (tlsCertificate === undefined || tlsKey === undefined)
    return "HTTPS needs both --tls-certificate and --tls-key.";
  try {
    const [cert, key] = [readText("certificate", tlsCertificate), readText("private key", tlsKey)];
    if (ENCRYPTED.test(key))
      return `The private key in "${tlsKey}" has a passphrase; one without is expected.`;
    const certificate = parse("certificate", tlsCertificate, () => new X509Certificate(cert));
    const privateKey = parse("private key", tlsKey, () => createPrivateKey(key));
    if (!certificate.checkPrivateKey(privateKey))
      return `The private key in "${tlsKey}" is not that of the certificate in "${tlsCertificate}".`;
    if (now >= Date.parse(certificate.validTo))
      return `The certificate in "${tlsCertificate}" has expired: ${certificate.validTo}.`;
    return { cert, key };
  } catch (error) {
    return (error as Error).message;
  }
}

/** In the forms of PKCS #8 and of OpenSSL. */
const ENCRYPTED = /^-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/mu;

function readText(what: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`The ${what} "${file}" cannot be read: ${reasonUnread(error)}.`);
  }
}

function parse<T>(what: string, file: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new Error(`There is no ${what} in the form of PEM in "${file}".`);
  }
}
