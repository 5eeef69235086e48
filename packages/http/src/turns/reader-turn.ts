import type { TimeSlice } from "@tablewright/core";
import type { ApiRequest } from "../api-request.ts";

/** The turns of a call that only reads: when its caller has gone, it ends after its next pause by a `CallerLeft`. */
export class ReaderTurn implements TimeSlice {
  readonly #turn: TimeSlice;
  readonly #request: ApiRequest;

  constructor(turn: TimeSlice, request: ApiRequest) {
    this.#turn = turn;
    this.#request = request;
  }

  get isOver(): boolean {
    return this.#turn.isOver;
  }

  async pause(): Promise<void> {
    await this.#turn.pause();
    if (this.#request.isAbandoned?.()) throw new CallerLeft();
  }
}

/** No client takes the answer of a call, so none is made. */
export class CallerLeft extends Error {
  constructor() {
    super("the caller has gone");
  }
}
