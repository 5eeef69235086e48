/** Milliseconds after which a server ends a transaction whose process sends nothing: its locks hold up all others. */
export const SILENCE_MS = 4_000;

/**
 * Tells a server that the process of a transaction is alive while its work computes and sends no statement. So a server may end the
 * transactions of a process that is frozen or cut off within seconds. Work that sends nothing for a minute is not vouched for.
 */
export class Heartbeat {
  readonly #open = new Set<OpenTransaction>();
  #timer: NodeJS.Timeout | undefined;

  /** Begins for a connection that is taken; `beat` sends something that changes nothing. */
  begin(beat: () => Promise<unknown>): OpenTransaction {
    const transaction = new OpenTransaction(beat, () => this.#open.delete(transaction));
    this.#open.add(transaction);
    this.#timer ??= setInterval(() => this.#tick(), BEAT_MS).unref();
    return transaction;
  }

  #tick(): void {
    for (const transaction of this.#open) transaction.tick();
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** A connection while it is taken. */
export class OpenTransaction {
  readonly #beat: () => Promise<unknown>;
  /** To be called when the connection is given back. */
  readonly end: () => void;
  #underWay = 0;
  #ticks = 0;

  constructor(beat: () => Promise<unknown>, end: () => void) {
    this.#beat = beat;
    this.end = end;
  }

  /** Notes that a statement is under way until it is answered. */
  note<T>(statement: Promise<T>): Promise<T> {
    this.#underWay++;
    const settle = () => {
      this.#underWay--;
      this.#ticks = 0;
    };
    statement.then(settle, settle);
    return statement;
  }

  /** Beats where nothing was sent since the tick before. */
  tick(): void {
    if (this.#underWay > 0 || this.#ticks++ === 0 || this.#ticks > MOST_BEATS) return;
    this.#beat().catch(() => undefined); // the next statement tells
  }
}

const BEAT_MS = 1_000;

/** A minute of them. */
const MOST_BEATS = 60;
