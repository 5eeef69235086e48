import { findName } from "../../expression/parts.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";
import { suggestName } from "./suggest-name.ts";

/** What a name means among the declared tables, or tables and slices; an unknown one is reported at its path. */
export function findTable<T extends { readonly name: string }>(
  report: DefinitionReport,
  path: Path,
  declared: Iterable<T>,
  name: string,
): T | undefined {
  const all = [...declared];
  const { match } = findName(all, name);
  if (match === undefined) {
    const slices = report.source.names(["slices"]).map((slice) => ({ name: slice }));
    const slice = findName(slices, name).match?.name;
    report.report(path, "definition/unknown-table", { name, suggestion: suggestName(name, all), slice });
  } else report.observer?.name(path, "value", { kind: "table or slice", name: match.name });
  return match;
}
