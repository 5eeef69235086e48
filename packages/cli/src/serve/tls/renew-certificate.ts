import type { RecordServer } from "@tablewright/http";
import type { OperatorLog } from "../../log/operator-log.ts";
import type { SettingValues } from "../../settings/settings.ts";
import { readTlsFiles } from "./read-tls-files.ts";

/** Serves new connections with the certificate that is in the file now. One that cannot be served leaves the old one. */
export function renewCertificate(server: RecordServer, settings: SettingValues, log: OperatorLog): void {
  const files = readTlsFiles(settings, Date.now());
  if (typeof files === "string") {
    const message = "the certificate cannot be served; the old one is";
    log.note({ level: "warning", message, details: { reason: files } });
    return;
  }
  if (files === undefined || !("setSecureContext" in server.server)) return;
  (server.server as unknown as SecureServer).setSecureContext(files);
  log.note({ level: "info", message: "the certificate was read again", details: {} });
}

interface SecureServer {
  setSecureContext(files: { readonly cert: string; readonly key: string }): void;
}
