// For tests: the condition `source` leads to the sources of this workspace alone. Packages of others may have it, too, and ship sources
// that Node does not load in `node_modules`.
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!context.parentURL?.includes("/node_modules/")) return nextResolve(specifier, context);
    return nextResolve(specifier, {
      ...context,
      conditions: context.conditions.filter((name) => name !== "source"),
    });
  },
});
