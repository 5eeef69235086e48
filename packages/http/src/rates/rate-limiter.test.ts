/** So many calls at once, and then as they come back; nobody's calls are another's. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { rateLimiter } from "./rates.ts";

test("N calls at once are taken, one more waits until one has come back", () => {
  const limiter = rateLimiter(3);
  expect([1, 2, 3].map(() => limiter.take("a", 0))).toEqual([0, 0, 0]);
  expect(limiter.take("a", 0)).toBe(20);
  expect(limiter.take("b", 0)).toBe(0);
  expect(limiter.take("a", 19_999)).toBe(1);
  expect(limiter.take("a", 20_000)).toBe(0);
  expect(limiter.take("a", 20_000)).toBe(20);
});

test("in no minute are more than twice as many taken, whenever they are made", () => {
  const times = fc.array(fc.nat(200_000), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), times, (most, made) => {
      const limiter = rateLimiter(most);
      const taken = made.toSorted((a, b) => a - b).filter((now) => limiter.take("a", now) === 0);
      for (const from of taken) {
        const within = taken.filter((time) => time >= from && time < from + 60_000);
        if (within.length > 2 * most) return false;
      }
      return true;
    }),
  );
});

test.each([
  [1, 0],
  [2, 0],
  [3, 1],
])("of %d names the first is forgotten when there are more than two: %d", (names, forgotten) => {
  const limiter = rateLimiter(1, 2);
  for (let at = 0; at < names; at++) limiter.take(String(at), 0);
  expect(limiter.take("0", 0) === 0 ? 1 : 0).toBe(forgotten);
});

test("two servers that share what they take allow together what one allows", () => {
  const calls = fc.array(fc.record({ server: fc.nat(1), after: fc.nat(40_000) }), { maxLength: 100 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), calls, (most, made) => {
      const alone = rateLimiter(most);
      const servers = [rateLimiter(most), rateLimiter(most)] as const;
      let fullAt = 0;
      let now = 0;
      for (const { server, after } of made) {
        now += after;
        const own = servers[server] as (typeof servers)[0];
        expect(own.take("a", now)).toBe(alone.take("a", now));
        for (const { milliseconds } of own.taken()) fullAt = Math.max(fullAt, now) + milliseconds;
        for (const one of servers) one.learn({ name: "a", milliseconds: fullAt - now }, now);
      }
    }),
  );
});

test("what is learnt is not told as one's own, and takes nothing away from what one knows", () => {
  const limiter = rateLimiter(2);
  limiter.take("a", 0);
  expect(limiter.taken()).toEqual([{ name: "a", milliseconds: 30_000 }]);
  limiter.learn({ name: "a", milliseconds: 60_000 }, 0);
  limiter.learn({ name: "a", milliseconds: 1 }, 0);
  expect(limiter.take("a", 0)).toBe(30);
  expect(limiter.taken()).toEqual([]);
});
