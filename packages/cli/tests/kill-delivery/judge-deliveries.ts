/** What is in a store at the end, and what came of it. */
export interface Deliveries {
  /** The orders of calls that were answered with success. */
  readonly acknowledged: ReadonlySet<string>;
  /** The orders that are stored. */
  readonly stored: ReadonlySet<string>;
  /** For each event its id, its order and how far it is. */
  readonly events: readonly { readonly id: string; readonly order: string; readonly state: string }[];
  /** For each order the ids of the webhooks that a receiver has accepted. */
  readonly accepted: ReadonlyMap<string, readonly string[]>;
}

/** What was lost, is too many, or came under two ids. */
export function judgeDeliveries({ acknowledged, stored, events, accepted }: Deliveries): readonly string[] {
  const lost = [...acknowledged].filter((order) => !stored.has(order));
  const idOf = new Map(events.map(({ order, id }) => [order, id]));
  return [
    ...lost.map((order) => `The order ${order} was acknowledged and is not stored.`),
    ...[...stored].filter((order) => !idOf.has(order)).map((order) => `The order ${order} has no event.`),
    ...events
      .filter(({ order, id }) => !stored.has(order) || idOf.get(order) !== id)
      .map(({ order, id }) => `The event ${id} is one too many for the order ${order}.`),
    ...events
      .filter(({ order, state }) => state !== "delivered" || !accepted.has(order))
      .map(({ order, id, state }) => `The event ${id} of the order ${order} is ${state} and did not arrive.`),
    ...[...accepted].flatMap(([order, ids]) =>
      ids
        .filter((id) => id !== idOf.get(order))
        .map((id) => `A webhook of the order ${order} arrived with the id ${id}.`),
    ),
  ];
}
