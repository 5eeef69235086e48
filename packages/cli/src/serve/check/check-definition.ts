import { readSoundDefinition } from "../../read-sound-definition.ts";
import type { Terminal } from "../../terminal.ts";
import { checkKeys } from "./check-keys.ts";
import { checkReach } from "./check-reach.ts";
import { checkStore } from "./check-store.ts";
import { type Finding, well, wrong } from "./finding.ts";

/** What of one application would keep it from being served: its definition, its access keys, its store. */
export async function* checkDefinition(
  file: string,
  { store, takesPlainKeys, readOnly }: CheckedServing,
  terminal: Terminal,
): AsyncIterable<Finding> {
  const definition = await readSoundDefinition(file, terminal, { warnings: true });
  if (definition === undefined) {
    yield wrong(`${file}: The definition has errors.`);
    if (store !== undefined) yield await checkReach(file, store, { readOnly });
    return;
  }
  yield well(`${file}: The definition is sound.`);
  yield checkKeys(file, definition, { takesPlainKeys, now: Date.now() });
  if (store !== undefined) yield* await checkStore(file, store, { definition, readOnly });
}

interface CheckedServing {
  readonly store: string | undefined;
  readonly takesPlainKeys: boolean;
  readonly readOnly: boolean;
}
