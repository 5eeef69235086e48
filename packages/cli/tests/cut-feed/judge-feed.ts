import { isDeepStrictEqual } from "node:util";
import type { ChangeRecord } from "@tablewright/core";

/** What a reader of a feed has got, and what it ought to have got. */
export interface ReadFeed {
  /** As they came to a reader who was cut off. */
  readonly read: readonly ChangeRecord[];
  /** As they are when all is over, read at a stretch. */
  readonly recorded: readonly ChangeRecord[];
  /** The last state of each order that was acknowledged; it went through all before. */
  readonly acknowledged: ReadonlyMap<string, number>;
}

/** What is lost, came twice, or came out of order. */
export function judgeFeed({ read, recorded, acknowledged }: ReadFeed): readonly string[] {
  const cursors = recorded.map(({ cursor }) => cursor);
  const states = Map.groupBy(recorded, ({ key }) => key);
  const at = read.findIndex((change, place) => !isDeepStrictEqual(change, recorded[place]));
  return [
    ...(at >= 0 ? [`Change ${at + 1} was ${read[at]?.cursor}, and ${recorded[at]?.cursor} is next.`] : []),
    ...(read.length === recorded.length ? [] : [`${read.length} changes came of ${recorded.length}.`]),
    ...cursors
      .filter((cursor, place) => cursors.indexOf(cursor) < place)
      .map((cursor) => `${cursor} is twice.`),
    ...[...states].flatMap(([order, changes]) => {
      const seen = changes.map(({ after }) => Number(after?.State)).join(" ");
      return "0 1 2".startsWith(seen) ? [] : [`The order ${order} went through ${seen}.`];
    }),
    ...[...acknowledged].flatMap(([order, state]) =>
      (states.get(order)?.length ?? 0) > state ? [] : [`The order ${order} has no change to ${state}.`],
    ),
  ];
}
