import { type AppDefinition, diagnose, type Wire } from "@tablewright/core";
import { compile } from "@tablewright/core/expression";
import { count } from "../../count.ts";
import { type ProgramModule, withoutCode } from "../../program-module.ts";
import { readSoundDefinition } from "../../read-sound-definition.ts";
import { openStore } from "../../stores/open-store.ts";
import { withoutPassword } from "../../stores/without-password.ts";
import type { Terminal } from "../../terminal.ts";
import { plainKeyRefusal } from "../plain-key-refusal.ts";
import { sharedIdRefusal } from "../shared-id-refusal.ts";
import { checkStore } from "./check-store.ts";
import { type Finding, missingFile, well, wrong } from "./finding.ts";

/** What of one application would keep it from being served: its definition, its access keys, its store. */
export async function* checkDefinition(
  file: string,
  { store, takesPlainKeys, readOnly, wire, ids, module }: CheckedServing,
  terminal: Terminal,
): AsyncIterable<Finding> {
  const definition = await readSoundDefinition(file, terminal, {
    warnings: true,
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
    : well(`${file}: ${count(working.length, "access key")} of ${api.accessKeys.length} in use.`);
}

/** Whether a store can be reached whose definition has errors, so that it cannot be known yet whether it fits. */
async function checkReach(
  file: string,
  address: string,
  use: { readonly readOnly: boolean },
): Promise<Finding> {
  const shown = `${file}: The store ${withoutPassword(address)}`;
  try {
    if (!use.readOnly && (await missingFile(address)) !== undefined)
      return well(`${shown} is not there yet and is made at the start.`);
    const store = await openStore(address, { mustExist: true, ...use, dryRun: true });
    try {
      await store.check?.();
    } finally {
      await store.close();
    }
    return well(`${shown} is reached; whether it fits is known once the definition is sound.`);
  } catch (error) {
    return wrong(`${shown} cannot be used: ${(error as Error).message}`);
  }
}
