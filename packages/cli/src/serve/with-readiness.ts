import type { Engine } from "@tablewright/core";

/** The same engine, of which `GET /readyz` is told that it is not there before `isReady`. */
export function withReadiness(engine: Engine, isReady: () => boolean): Engine {
  return {
    ...engine,
    check: async () => {
      if (!isReady()) throw new Error("Its rows are being loaded.");
      await engine.check();
    },
  };
}
