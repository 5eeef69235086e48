import { createServer } from "node:net";
import { count } from "../../count.ts";
import { readProgramModule } from "../../program-module.ts";
import type { SettingValues } from "../../settings/settings.ts";
import type { Terminal } from "../../terminal.ts";
import { listenRefusal } from "../listen.ts";
import { isLoopback } from "../plain-key-refusal.ts";
import { readLimits } from "../read-limits.ts";
import { readStores } from "../read-stores.ts";
import { readTlsFiles } from "../tls/read-tls-files.ts";
import { checkDefinition } from "./check-definition.ts";
import { type Finding, well, wrong } from "./finding.ts";

/** Tells all that would keep `serve` from serving, and changes nothing. Answers the exit code. */
export async function checkServing(
  files: readonly string[],
  settings: SettingValues,
  terminal: Terminal,
): Promise<number> {
  let errors = 0;
  const report = ({ says, isWell }: Finding) => {
    if (!isWell) errors++;
    if (!isWell) terminal.err(says);
    else if (!settings.quiet) terminal.out(says);
  };
  for (const error of readLimits(settings.limits).errors) report(wrong(error));
  const tls = readTlsFiles(settings, Date.now());
  if (typeof tls === "string") report(wrong(tls));
  else if (tls !== undefined) report(well("The certificate and its key fit."));
  const stores = readStores(files, settings.store);
  if (typeof stores === "string") report(wrong(stores));
  const module = await readProgramModule(settings.functions, {
    err: (says) => report(wrong(says)),
  });
  const takesPlainKeys = settings.allowPlainKeys || isLoopback(settings.host);
  const ids = new Map<string, string>();
  for (const [at, file] of files.entries()) {
    const store = typeof stores === "string" ? undefined : stores[at];
    const { readOnly, wire } = settings;
    const serving = { store, takesPlainKeys, readOnly, wire, ids, module };
    for await (const finding of checkDefinition(file, serving, terminal)) report(finding);
  }
  report(await checkPort(settings.host, settings.port));
  if (settings.metricsPort !== undefined) report(await checkPort(settings.metricsHost, settings.metricsPort));
  if (errors > 0) terminal.err(`${count(errors, "thing")} would keep it from serving.`);
  else if (!settings.quiet) terminal.out("It can be served.");
  return errors > 0 ? 1 : 0;
}

/** Whether this process may listen there now. */
function checkPort(host: string, port: number): Promise<Finding> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(wrong(listenRefusal(error, host, port))));
    server.listen({ host, port, exclusive: true }, () => {
      server.close(() => resolve(well(`Port ${port} of ${host} is free.`)));
    });
  });
}
