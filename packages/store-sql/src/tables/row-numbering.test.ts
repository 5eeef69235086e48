import fc from "fast-check";
import { expect, test } from "vitest";
import { RowNumbering, RUN } from "./row-numbering.ts";

test("positions are places in the list of slots, whatever was removed", () => {
  const added = fc.integer({ min: 1, max: 700 });
  const removed = fc.array(fc.nat({ max: 3_000 }), { maxLength: 300 });
  fc.assert(
    fc.property(fc.array(fc.oneof(added, removed), { maxLength: 12 }), (changes) => {
      let numbering = new RowNumbering("position");
      let slots: number[] = [];
      const countRows = (above: number, upTo: number) =>
        slots.filter((slot) => slot > above && slot <= upTo).length;
      for (const change of changes) {
        if (typeof change === "number") {
          expect(numbering.numberOfNew(numbering.highest + 1)).toBe(slots.length + 1);
          slots.push(...Array.from({ length: change }, (_, at) => numbering.highest + at + 1));
          numbering = numbering.afterInsert(change);
        } else {
          const places = new Set(change);
          const leaving = slots.filter((_, at) => places.has(at));
          slots = slots.filter((_, at) => !places.has(at));
          numbering = numbering.afterDelete(leaving);
          if (numbering.isWorn) {
            slots = slots.map((_, at) => at + 1);
            numbering = numbering.renumbered();
          }
        }
        const sample = slots.filter((_, at) => at % 41 === 0 || at === slots.length - 1);
        const numbers = sample.map((slot) => numbering.numberOf(slot, countRows));
        expect(numbers).toEqual(sample.map((slot) => slots.indexOf(slot) + 1));
      }
    }),
  );
});

test("slots that were given beside each other are counted when they are settled, in use or not", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 900 }), fc.boolean()), { maxLength: 8 }), (given) => {
      const slots: number[] = [];
      let numbering = new RowNumbering("position");
      for (const [count, isInUse] of given) {
        const { highest } = numbering;
        const fresh = Array.from({ length: count }, (_, at) => highest + at + 1);
        const used = fresh.filter((slot) => isInUse || slot % 3 === 0);
        slots.push(...used);
        const counts = new Map<number, number>();
        for (const slot of used) {
          const run = Math.floor((slot - 1) / RUN);
          counts.set(run, (counts.get(run) ?? 0) + 1);
        }
        numbering = numbering.settled(highest + count, counts);
      }
      const countRows = (above: number, upTo: number) =>
        slots.filter((slot) => slot > above && slot <= upTo).length;
      expect(slots.map((slot) => numbering.numberOf(slot, countRows))).toEqual(slots.map((_, at) => at + 1));
      expect(numbering.numberOfNew(numbering.highest + 1)).toBe(slots.length + 1);
    }),
    { numRuns: 50 },
  );
});

test("stable numbers are slots, and none is given twice", () => {
  const numbering = new RowNumbering("stable", 3).afterDelete([2, 3]);
  expect([numbering.numberOf(1, () => 0), numbering.numberOfNew(4)]).toEqual([1, 4]);
});
