import fc from "fast-check";
import { expect, test } from "vitest";
import type { Scalar } from "./encode-key.ts";
import { PersistentMap } from "./persistent-map.ts";

const key: fc.Arbitrary<Scalar> = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.constantFrom("1", "a", "A", "__proto__", "", true, false, null, 0.5, -1, 1e300, 2 ** 40),
);
const change = fc.tuple(key, fc.option(fc.nat(), { nil: undefined }));

test("each fork holds what a plain map would, and never notices a later one", () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 30 }), { maxLength: 6 }), (rounds) => {
      let map = new PersistentMap<number>();
      let model = new Map<Scalar, number>();
      const earlier: [PersistentMap<number>, Map<Scalar, number>][] = [];
      for (const changes of rounds) {
        earlier.push([map, model]);
        map = map.fork();
        model = new Map(model);
        for (const [key, value] of changes) {
          if (value === undefined) map.delete(key);
          else map.set(key, value);
          if (value === undefined) model.delete(key);
          else model.set(key, value);
        }
      }
      for (const [held, expected] of [...earlier, [map, model] as const]) {
        expect(held.size).toBe(expected.size);
        for (const changes of rounds)
          for (const [key] of changes) expect(held.get(key)).toBe(expected.get(key));
      }
    }),
  );
});

test("it grows to many entries of every kind", () => {
  const map = new PersistentMap<number>();
  const keys = Array.from({ length: 20_000 }, (_, at) => (at % 2 === 0 ? at / 2 : `key ${at}`));
  for (const [at, one] of keys.entries()) map.set(one, at);
  expect(map.size).toBe(20_000);
  expect(keys.every((one, at) => map.get(one) === at)).toBe(true);
  expect([map.get("0"), map.get(-1), map.get("key 0"), map.get(0.5)]).toEqual(Array(4).fill(undefined));
});
