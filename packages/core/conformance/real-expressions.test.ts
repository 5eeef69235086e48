import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "../src/expression/syntax/parse.ts";
import { readLines } from "./conformance-case.ts";

/** Expressions of real applications, collected elsewhere and no part of the repository. */
const file = resolve(import.meta.dirname, "../../../../shared/conformance/real-expressions.jsonl");
const isThere = existsSync(file);

test.skipIf(!isThere)(
  `real expressions parse${isThere ? "" : ": skipped, no ../shared/conformance beside this repository"}`,
  () => {
    const lines = readLines(file) as readonly { readonly expr: string; readonly parse?: false }[];
    expect(lines.length).toBeGreaterThan(0);
    const differing = lines.filter(
      ({ expr, parse: parses = true }) => (parse(expr).output !== undefined) !== parses,
    );
    expect(differing).toEqual([]);
  },
);
