import { ENDLESS_TURN, type Turn } from "../../../expression/parts.ts";
import type { EngineRequest } from "../request.ts";
import type { Services } from "../services.ts";

/** The turn that a call was given, else one of its own where the program can be paused for. */
export function turnOf({ turn }: EngineRequest, services: Services): Turn {
  return turn ?? (services.pause === undefined ? ENDLESS_TURN : new OwnTurn(services));
}

/** A call that lets others work after each stretch, by the program's clock. */
class OwnTurn implements Turn {
  readonly #services: Services;
  #begun: number;

  constructor(services: Services) {
    this.#services = services;
    this.#begun = services.now();
  }

  /** A clock that was set back ends the stretch as well. */
  get isOver(): boolean {
    const used = this.#services.now() - this.#begun;
    return used >= STRETCH || used < 0;
  }

  async pause(): Promise<void> {
    await this.#services.pause?.();
    this.#begun = this.#services.now();
  }
}

/** Milliseconds for which a call holds the event loop at a stretch. */
const STRETCH = 10;
