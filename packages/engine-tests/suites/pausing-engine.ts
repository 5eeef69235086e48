import type { Engine, EngineRequest, TimeSlice } from "@tablewright/core";

/** The engine as a caller meets it whose turn is over whenever anybody asks: every call pauses wherever it can. */
export function pausingEngine(engine: Engine): Engine & { readonly pauses: number } {
  const turn: TimeSlice & { pauses: number } = {
    isOver: true,
    pauses: 0,
    pause: async () => {
      turn.pauses += 1;
    },
  };
  return {
    ...engine,
    execute: (request: EngineRequest) => engine.execute({ ...request, turn }),
    get pauses() {
      return turn.pauses;
    },
  };
}
