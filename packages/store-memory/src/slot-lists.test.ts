import fc from "fast-check";
import { expect, test } from "vitest";
import type { Scalar } from "./encode-key.ts";
import { SlotLists } from "./slot-lists.ts";

const key: fc.Arbitrary<Scalar> = fc.oneof(
  fc.integer({ min: -3, max: 40 }),
  fc.constantFrom("1", "a", "A", "__proto__", "", "\0", true, false, null, 0.5, -1, 1e300, 2 ** 40, 2 ** 31),
);

test("every slot is found under its key, in order and below the bound", () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 200 }), fc.nat({ max: 220 }), (keys, bound) => {
      const lists = new SlotLists();
      for (const [slot, one] of keys.entries()) lists.add(one, slot);
      for (const one of keys) {
        const expected = [...keys.keys()].filter((slot) => keys[slot] === one && slot < bound);
        expect(lists.below(bound, one)).toEqual(expected);
        expect(lists.countOf(one)).toBe(keys.filter((other) => other === one).length);
      }
      expect(lists.isExact).toBe(true);
      for (let slot = keys.length - 1; slot >= 0; slot--) lists.takeBack(keys[slot] as Scalar, slot, 0);
      expect(keys.map((one) => lists.countOf(one))).toEqual(keys.map(() => 0));
      expect(lists.isExact).toBe(true);
    }),
  );
});

test("keys that differ are told apart, whatever they are", () => {
  const lists = new SlotLists();
  const keys = Array.from({ length: 20_000 }, (_, at) =>
    at % 2 === 0 ? at / 2 : at % 4 === 1 ? `key ${at}` : 2 ** 41 + (at % 8 === 3 ? at : at * 2 ** 27),
  );
  for (const [slot, one] of keys.entries()) lists.add(one, slot);
  expect(keys.every((one, slot) => lists.below(keys.length, one)[0] === slot)).toBe(true);
  expect(["0", -1, "key 0", 0.5, null, 2 ** 41, 2 ** 52].map((one) => lists.countOf(one))).toEqual(
    Array(7).fill(0),
  );
});
