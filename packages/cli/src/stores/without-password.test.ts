/** Addresses as they are shown. */
import { expect, test } from "vitest";
import { withoutPassword } from "./open-store.ts";

test.each([
  ["sqlite:rows.sqlite", "sqlite:rows.sqlite"],
  ["postgres://ann:secret@db/shop?pool=4", "postgres://…@db/shop?pool=4"],
  ["postgres://ann:se@cret@db/shop", "postgres://…@db/shop"],
  ["postgres://ann:secret@db/shop?read=postgres://ann:secret@other/shop", "postgres://…@db/shop?read=…"],
  [
    "postgres://db/shop?pool=4&read=postgres%3A%2F%2Fann%3Asecret%40other&schema=s",
    "postgres://db/shop?pool=4&read=…&schema=s",
  ],
])("%s", (address, shown) => {
  expect(withoutPassword(address)).toBe(shown);
});
