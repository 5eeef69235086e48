import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { createServer, TlsFiles } from "@tablewright/http";
import { reasonUnread } from "../read-text.ts";
import type { SettingValues } from "../settings/settings.ts";

type Server = ReturnType<typeof createServer>;

/** The address under which the server now answers, or a sentence that says why it does not. */
export async function listen(
  server: Server,
  host: string,
  port: number,
  isSecure = false,
): Promise<{ readonly address: string } | { readonly refusal: string }> {
  try {
    await server.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    return { refusal: listenRefusal(error as NodeJS.ErrnoException, host, port) };
  }
  const bound = server.addresses().find((address) => typeof address === "object");
  return { address: `${isSecure ? "https" : "http"}://${reachable(host)}:${bound?.port ?? port}` };
}

/** Connections that wait to be accepted; the system has a bound of its own, often 4,096. */
const BACKLOG = 10_000;

/** Where this machine reaches a server that listens on every address. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Why a server does not listen, and what to change. */
export function listenRefusal({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  return REFUSALS[code ?? ""]?.(host, port) ?? `The server cannot listen: ${message}.`;
}

const REFUSALS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `Port ${port} of ${host} is in use; name another with --port.`,
  EACCES: (_, port) => `This user may not listen on port ${port}; name another with --port.`,
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}; name another with --host.`,
  ENOTFOUND: (host) => `There is no host "${host}"; name another with --host.`,
};

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
