import { type AppDefinition, accessKey } from "@tablewright/core";
import { makeAccessKey } from "../make-access-key.ts";

/** The definition, with a random key for this run, or the one that was made for it before, when it has none of its own. */
export function ensureAccessKey(
  definition: AppDefinition,
  before?: string,
): {
  readonly definition: AppDefinition;
  readonly madeKey: string | undefined;
} {
  const { api } = definition;
  if (api.accessKeys.length > 0) return { definition, madeKey: undefined };
  const madeKey = before ?? makeAccessKey("dev");
  return {
    definition: {
      ...definition,
      api: { ...api, accessKeys: [accessKey({ name: "this run", key: madeKey })] },
    },
    madeKey,
  };
}
