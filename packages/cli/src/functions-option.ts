import { Option } from "commander";

/** The option of commands that call the code of a program. */
export function functionsOption(): Option {
  return new Option(
    "--functions <module>",
    "a JavaScript module that exports functions, by defineFunction, which the definition declares with host: true",
  );
}
