import type { AppDefinition } from "../../schema/index.ts";

/** Whether changes of any table are recorded. */
export function hasHistory({ tables }: AppDefinition): boolean {
  return [...tables.values()].some(({ history }) => history !== undefined);
}
