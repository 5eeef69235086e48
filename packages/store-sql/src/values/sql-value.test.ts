import { expect, test } from "vitest";
import { writeSqlValue } from "./sql-value.ts";

test.each(["a\0", "\0", "\ud800", "a\udc00b", "\ud83d"])(
  "%j is refused as a text, and kept in a list",
  (text) => {
    expect(() => writeSqlValue(text, "text")).toThrow(RangeError);
    const stored = String(writeSqlValue([text], "json"));
    expect(stored.isWellFormed() && !stored.includes("\0")).toBe(true);
    expect(JSON.parse(stored)).toEqual([text]);
  },
);
