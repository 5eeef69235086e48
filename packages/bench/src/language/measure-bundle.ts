import { BUDGETS, consumerBundle } from "@tablewright/tooling/consumer-bundle";
import type { Measure } from "../figure.ts";

/** Kilobytes of each entrance to the language in a page; `of` is the folder that the package is in. */
export const measure: Measure = async ({ of = "" }) =>
  Promise.all(
    BUDGETS.map(async ([entrance]) => {
      const { bytes } = await consumerBundle(of, entrance);
      return { name: entrance.replace("@tablewright/core", "bundle: ."), ratio: bytes / 1_000 };
    }),
  );
