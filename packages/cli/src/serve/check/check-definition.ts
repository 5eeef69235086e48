import type { AppDefinition, Wire } from "@tablewright/core";
import { compile } from "@tablewright/core/expression";
import { readSoundDefinition } from "../../read-sound-definition.ts";
import type { Terminal } from "../../terminal.ts";
import { sharedIdRefusal } from "../shared-id-refusal.ts";
import { checkKeys } from "./check-keys.ts";
import { checkReach } from "./check-reach.ts";
import { checkStore } from "./check-store.ts";
import { type Finding, well, wrong } from "./finding.ts";

/** What of one application would keep it from being served: its definition, its access keys, its store. */
export async function* checkDefinition(
  file: string,
  { store, takesPlainKeys, readOnly, wire, ids }: CheckedServing,
  terminal: Terminal,
): AsyncIterable<Finding> {
  const definition = await readSoundDefinition(file, terminal, { warnings: true });
  if (definition === undefined) {
    yield wrong(`${file}: The definition has errors.`);
    if (store !== undefined) yield await checkReach(file, store, { readOnly });
    return;
  }
  yield well(`${file}: The definition is sound.`);
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
  readonly wire: Wire;
  /** The file of each id that was looked at before. */
  readonly ids: Map<string, string>;
}
