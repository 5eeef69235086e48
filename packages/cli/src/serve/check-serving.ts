import { createServer } from "node:net";
import { type AppDefinition, diagnose, type Wire, withoutCode } from "@tablewright/core";
import { compile } from "@tablewright/core/expression";
import { isLoopback, plainKeyRefusal } from "../access-keys.ts";
import { type ProgramModule, readProgramModule } from "../program-module.ts";
import { readSoundDefinition } from "../read-definition.ts";
import { readLimits, readStores } from "../settings/read-values.ts";
import type { SettingValues } from "../settings/settings.ts";
import { counted, type Terminal } from "../terminal.ts";
import { checkReach, checkStore, type Finding, well, wrong } from "./check-store.ts";
import { listenRefusal, readTlsFiles } from "./listen.ts";
import { sharedIdRefusal } from "./open-application.ts";

/** Reports everything that would keep `serve` from serving, and changes nothing. Returns the exit code. */
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
    const { readOnly, wire, editDefinition } = settings;
    const serving = { store, takesPlainKeys, readOnly, wire, ids, module, editDefinition };
    for await (const finding of checkDefinition(file, serving, terminal)) report(finding);
  }
  report(await checkPort(settings.host, settings.port));
  if (settings.metricsPort !== undefined) report(await checkPort(settings.metricsHost, settings.metricsPort));
  if (errors > 0) terminal.err(`${counted(errors, "thing")} would keep it from serving.`);
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

/** What of one application would keep it from being served: its definition, its access keys, its store. */
async function* checkDefinition(
  file: string,
  { store, takesPlainKeys, readOnly, wire, ids, module, editDefinition }: CheckedServing,
  terminal: Terminal,
): AsyncIterable<Finding> {
  const definition = await readSoundDefinition(file, terminal, {
    warn: terminal.err,
    functions: module?.functions ?? [],
  });
  if (definition === undefined) {
    yield wrong(`${file}: The definition has errors.`);
    if (store !== undefined) yield await checkReach(file, store, { readOnly });
    return;
  }
  yield well(`${file}: The definition is sound.`);
  if (module !== undefined)
    for (const { name } of withoutCode(definition))
      yield wrong(`${file}: ${diagnose("definition/function-without-code", { name }).message}`);
  const refusal = sharedIdRefusal(ids, definition.id, file);
  if (refusal !== undefined) yield wrong(refusal);
  if (editDefinition) {
    const { editingRefusal } = await import("../edit/definition-editor.ts");
    const uneditable = await editingRefusal(file, { readOnly });
    if (uneditable !== undefined) yield wrong(uneditable);
  }
  if (wire === "appsheet") yield* checkDates(file, definition);
  yield checkKeys(file, definition, { takesPlainKeys, now: Date.now() });
  if (store !== undefined) yield* await checkStore(file, store, { definition, readOnly });
}

/** Whether clients of the wire `appsheet` may send a date back that the application's Locale reads as another one. */
function* checkDates(file: string, { locale }: AppDefinition): Iterable<Finding> {
  const written = compile('TEXT(DATE("2026-03-12"))').evaluate({ locale });
  if (written !== "12/03/2026") return;
  yield well(
    `${file}: Under the Locale "${locale}" the date 03/12/2026 is 3 December, and the wire "appsheet" answers 12 March so. ` +
      "Clients that send back the dates they have read should say the Locale en-US.",
  );
}

interface CheckedServing {
  readonly store: string | undefined;
  readonly takesPlainKeys: boolean;
  readonly readOnly: boolean;
  readonly editDefinition: boolean;
  /** Undefined where it cannot be loaded. */
  readonly module: ProgramModule | undefined;
  readonly wire: Wire;
  /** The file of each id that was looked at before. */
  readonly ids: Map<string, string>;
}

/** Whether any caller can call an application; `now` in milliseconds since 1970-01-01T00:00:00Z. */
function checkKeys(
  file: string,
  { api }: Pick<AppDefinition, "api">,
  { takesPlainKeys, now }: { readonly takesPlainKeys: boolean; readonly now: number },
): Finding {
  const refusal = takesPlainKeys ? undefined : plainKeyRefusal(file, api);
  if (refusal !== undefined) return wrong(refusal);
  if (!api.enabled) return wrong(`${file}: Its API is switched off in the definition: api.enabled.`);
  if (api.accessKeys.length === 0)
    return well(`${file}: There is no access key; each start makes one that works until it ends.`);
  const working = api.accessKeys.filter(
    ({ disabled, expires }) => !disabled && (expires === undefined || now < Date.parse(expires)),
  );
  return working.length === 0
    ? wrong(`${file}: None of its access keys works: all are disabled or have expired.`)
    : well(`${file}: ${counted(working.length, "access key")} of ${api.accessKeys.length} in use.`);
}
