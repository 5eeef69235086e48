// For tests: the condition `source` leads to the sources of this workspace alone. Packages of others may have it, too, and ship sources
// that Node does not load in `node_modules`.
import { flushCompileCache, registerHooks } from "node:module";

// Vitest ends its processes by a signal, at which Node would write nothing. The others read what is written every two seconds.
setInterval(flushCompileCache, 2_000).unref();

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!context.parentURL?.includes("/node_modules/")) return nextResolve(specifier, context);
    return nextResolve(specifier, {
      ...context,
      conditions: context.conditions.filter((name) => name !== "source"),
    });
  },
});
