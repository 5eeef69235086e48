import { expect, test } from "vitest";
import { hangUps } from "./serve-files.ts";

test("those that come before there is a listener are reported to it once, and later ones as they come", () => {
  let hangUp = (): void => {};
  const listen = hangUps({
    onHangUp: (callback) => {
      hangUp = callback;
    },
  });
  hangUp();
  hangUp();
  let heard = 0;
  listen(() => heard++);
  expect(heard).toBe(1);
  hangUp();
  hangUp();
  expect(heard).toBe(3);
});

test("where no signals are heard of nothing comes", () => {
  let heard = 0;
  hangUps({})(() => heard++);
  expect(heard).toBe(0);
});
