import type { ScalarKind } from "../../expression/parts.ts";
import { checkChoice, findChoice } from "./check-choice.ts";
import type { ColumnType } from "./column-type.ts";
import { type ColumnTypeDeclaration, defineColumnType } from "./define-column-type.ts";
import { readText } from "./read-text.ts";

interface ChoiceDeclaration extends Pick<ColumnTypeDeclaration, "summary"> {
  readonly name: ScalarKind;
  readonly choices: readonly string[];
  /** Texts besides the choices that are accepted as well. */
  readonly accepts?: (text: string) => boolean;
}

/** A type with choices of its own. */
export function defineChoiceType({ choices, accepts, ...declaration }: ChoiceDeclaration): ColumnType {
  return defineColumnType({
    ...declaration,
    storage: "text",
    mayBeKey: false,
    options: ["allowOtherValues"],
    expressionType: () => ({ kind: declaration.name }),
    expected: "text",
    readCell: (cell) => {
      const read = readText(cell);
      return read !== undefined && "value" in read ? { value: findChoice(read.value, choices) } : read;
    },
    writeText: String,
    check: (value, { options }) =>
      options.allowOtherValues || accepts?.(String(value)) ? [] : checkChoice(value, choices, String),
  });
}
