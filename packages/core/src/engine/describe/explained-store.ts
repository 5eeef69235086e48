import type { Store } from "../../storage/index.ts";
import type { ExplainedStore } from "./find-explanation.ts";

/** A store, and what its database lacks. */
export function explainedStore({ name, capabilities }: Pick<Store, "name" | "capabilities">): ExplainedStore {
  const lacks = (capabilities?.().all ?? []).flatMap((one) =>
    one.missing === undefined ? [] : [`no ${one.name} (${one.missing}), so ${one.otherwise}`],
  );
  return { name, ...(lacks.length === 0 ? {} : { lacks }) };
}
