import { ENDLESS_SLICE, type TimeSlice } from "../../../expression/parts.ts";
import type { EngineRequest } from "../request.ts";
import type { Services } from "../services.ts";

/** The turn that a call was given, else one of its own where the program can be paused for. */
export function turnOf({ turn }: EngineRequest, services: Services): TimeSlice {
  return turn ?? (services.pause === undefined ? ENDLESS_SLICE : new OwnTurn(services));
}

/** A call that lets others work after each stretch, by the program's clock. */
class OwnTurn implements TimeSlice {
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
    await nextPause(this.#services);
    this.#begun = this.#services.now();
  }
}

/** Calls that wait go on in the order in which they came, one after each pause: together they would hold the program as one. */
function nextPause(services: Services): Promise<unknown> {
  const before = lastPauses.get(services) ?? Promise.resolve();
  const pause = before.then(() => services.pause?.());
  lastPauses.set(
    services,
    pause.catch(() => undefined),
  );
  return pause;
}

/** The last pause that was asked for of each program. */
const lastPauses = new WeakMap<Services, Promise<unknown>>();

/** Milliseconds for which a call holds the event loop at a stretch. */
const STRETCH = 10;
