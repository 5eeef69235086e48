import { defaultDeliveryLimits } from "./delivery-limits.ts";
import type { DeliveryOptions } from "./delivery-options.ts";
import { DeliveryWorker } from "./delivery-worker.ts";

/** A worker over an outbox. */
export interface Delivery {
  /** Looks into the outbox now instead of at the next poll. */
  wake(): void;
  /**
   * Claims nothing more, lets the attempts under way end within `limits.stopping`, or until `hurried` is aborted, and gives
   * the rest back, so that another worker goes on at once. Never rejects.
   */
  stop(hurried?: AbortSignal): Promise<void>;
}

/**
 * Delivers the events of an outbox, at least once each, until it is stopped. Any number of workers share one outbox. Throws
 * when a claim would be over before an attempt.
 */
export function startDelivery({ limits: given, ...options }: DeliveryOptions): Delivery {
  const limits = { ...defaultDeliveryLimits, ...given };
  if (limits.claim < 2 * limits.attempt)
    throw new RangeError(`A claim of ${limits.claim} ms is too short for attempts of ${limits.attempt} ms.`);
  const worker = new DeliveryWorker({
    ...options,
    mail: options.mail,
    steps: options.steps ?? {},
    order: options.order,
    log: options.log ?? (() => {}),
    limits,
  });
  const run = worker.run();
  return { wake: () => worker.wake(), stop: (hurried) => worker.stop(run, hurried) };
}
