import { openStore } from "../../stores/open-store.ts";
import { withoutPassword } from "../../stores/without-password.ts";
import { type Finding, well, wrong } from "./finding.ts";
import { missingFile } from "./missing-file.ts";

/** Whether a store can be reached whose definition has errors, so that it cannot be known yet whether it fits. */
export async function checkReach(
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
