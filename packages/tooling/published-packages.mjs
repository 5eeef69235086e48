// For tests of what is published: resolves our packages in the folder TABLEWRIGHT_PUBLISHED, where they are installed, also where a
// test imports the source of an entrance. An import of any other source of a package is an error.
import { globSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const packages = join(import.meta.dirname, "..");
const installed = pathToFileURL(join(process.env.TABLEWRIGHT_PUBLISHED, "importer.js")).href;

/** What an entrance is called, by the address of its source. */
const entrances = new Map(
  globSync("*/package.json", { cwd: packages }).flatMap((manifest) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(packages, manifest), "utf8"));
    return Object.entries(exports).flatMap(([entrance, { source, default: built }]) =>
      source === undefined || built === undefined
        ? []
        : [[pathToFileURL(join(packages, manifest, "..", source)).href, join(name, entrance)]],
    );
  }),
);
const names = new Set([...entrances.values()].map((entrance) => /^@[^/]+\/[^/]+|^[^/]+/.exec(entrance)[0]));

registerHooks({
  resolve(specifier, context, nextResolve) {
    const conditions = context.conditions.filter((name) => name !== "source");
    const fromInstalled = (name) => nextResolve(name, { ...context, conditions, parentURL: installed });
    if (context.parentURL?.includes("/node_modules/"))
      return nextResolve(specifier, { ...context, conditions });
    if ([...names].some((name) => specifier === name || specifier.startsWith(`${name}/`)))
      return fromInstalled(specifier);
    const resolved = nextResolve(specifier, context);
    const entrance = entrances.get(resolved.url);
    if (entrance !== undefined) return fromInstalled(entrance);
    const path = resolved.url.startsWith("file:")
      ? relative(packages, fileURLToPath(resolved.url)).replaceAll("\\", "/")
      : "";
    if (/^[^./][^/]*\/src\//.test(path))
      throw new Error(
        `${context.parentURL} imports packages/${path}, which is not published. Import an entrance, or exclude the test in ` +
          "packages/tooling/published.vitest.ts.",
      );
    return resolved;
  },
});
