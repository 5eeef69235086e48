import type { Engine } from "@tablewright/core";

/** The same engine, which `GET /readyz` finds away before `isReady`. */
export function withReadiness(engine: Engine, isReady: () => boolean): Engine {
  return {
    ...engine,
    check: async () => {
      if (!isReady()) throw new Error("Its rows are being loaded.");
      await engine.check();
    },
  };
}
