import type { DerivedResult } from "../../check/function-definition.ts";
import { defineFunction } from "../define-function.ts";
import { readInput } from "./read-input.ts";

const typeOfDefault: DerivedResult = {
  name: "the type of the default",
  of: ([, fallback]) => (fallback as Parameters<DerivedResult["of"]>[0][number]).type,
};

export const input = defineFunction({
  name: "INPUT",
  category: "user",
  summary: "A value that the call supplies under a name, or else the default.",
  details:
    "The default decides the type; a value of another type is an error. For a list the text is split at commas.",
  parameters: [
    { name: "name", type: "Name" },
    { name: "default", type: "Anything" },
  ],
  result: typeOfDefault,
  blanks: "accept",
  uses: "request",
  evaluateFor:
    ([, type = { kind: "Text" }]) =>
    (name, fallback, context) => {
      const supplied = context.inputs.get(name ?? "");
      return supplied === undefined ? fallback : readInput(name ?? "", supplied, type, context);
    },
  examples: [
    ['INPUT("Amount", 5)', 5],
    ['INPUT("Note", "none") & "!"', "none!"],
  ],
});
