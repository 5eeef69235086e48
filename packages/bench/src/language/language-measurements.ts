import type { Measurement } from "../measurement.ts";
import type { Options } from "../read-options.ts";
import { buildCore } from "./build-core.ts";
import { conditions, furtherConditions } from "./conditions.ts";

/** Everything the language half measures of our own. */
export async function languageMeasurements({ rows, patience }: Options): Promise<readonly Measurement[]> {
  const task = { rows, patience };
  const { folder, published, bundled } = await buildCore();
  return [
    ...[...conditions, ...furtherConditions].map(({ name }) => ({
      module: "./language/measure-face.ts",
      task: { ...task, of: name },
    })),
    ...conditions.map(({ name }) => ({
      module: "./language/measure-condition.ts",
      task: { ...task, of: name },
    })),
    { module: "./language/measure-nested.ts", task },
    { module: "./language/measure-parsing.ts", task },
    { module: "./language/measure-first-result.ts", task: { ...task, of: published }, flags: [] },
    { module: "./language/measure-first-result.ts", task: { ...task, of: bundled }, flags: [] },
    { module: "./language/measure-bundle.ts", task: { ...task, of: folder } },
    { module: "./language/measure-top.ts", task },
    { module: "./language/measure-look-ups.ts", task },
    { module: "./language/measure-proof.ts", task },
  ];
}
