import { setImmediate } from "node:timers/promises";
import type { Turn } from "@tablewright/core";

/** Lets the rest of the process have its turn every few milliseconds. */
export class OwnTurn implements Turn {
  #end = performance.now() + STRETCH;

  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  async pause(): Promise<void> {
    await setImmediate();
    this.#end = performance.now() + STRETCH;
  }
}

const STRETCH = 10;
