import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { TlsFiles } from "@tablewright/http";
import type { SettingValues } from "../../settings/settings.ts";

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
    const [cert, key] = [readFileSync(tlsCertificate, "utf8"), readFileSync(tlsKey, "utf8")];
    const certificate = read("certificate", tlsCertificate, () => new X509Certificate(cert));
    const privateKey = read("private key", tlsKey, () => createPrivateKey(key));
    if (!certificate.checkPrivateKey(privateKey))
      return `The private key in "${tlsKey}" is not that of the certificate in "${tlsCertificate}".`;
    if (now >= Date.parse(certificate.validTo))
      return `The certificate in "${tlsCertificate}" has expired: ${certificate.validTo}.`;
    return { cert, key };
  } catch (error) {
    return (error as Error).message;
  }
}

function read<T>(what: string, file: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new Error(`There is no ${what} in the form of PEM in "${file}".`);
  }
}
