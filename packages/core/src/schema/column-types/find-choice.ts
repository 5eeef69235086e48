import { equalText, type Value } from "../../values/index.ts";

/** A value as its list declares it: the exact one, else the only one that differs in case alone, else as it is. */
export function findChoice(value: Value, choices: readonly Value[] | undefined): Value {
  if (typeof value !== "string" || choices === undefined || choices.includes(value)) return value;
  const alike = choices.filter((choice) => typeof choice === "string" && equalText(choice, value));
  return alike.length === 1 ? (alike[0] ?? value) : value;
}
