import { suggest } from "../../diagnostics/index.ts";
import type { ScalarKind } from "../../expression/parts.ts";
import { foldName, type Value } from "../../values/index.ts";
import { readText, showCell } from "./cell-text.ts";
import type { CellError, ColumnType } from "./column-type.ts";
import { type ColumnTypeDeclaration, defineColumnType } from "./define-column-type.ts";
import { textType } from "./text-types.ts";

/** One of the declared values, kept as it is declared; over a base type, a text unless the definition says otherwise. */
export const enumType = enumOver(textType);

function enumOver(base: ColumnType): ColumnType {
  return defineColumnType({
    name: "Enum",
    summary: "One of a list of values.",
    storage: base.storage,
    mayBeKey: base.mayBeKey,
    mayBeItem: false,
    options: ["values", "allowOtherValues", "itemType", "table"],
    expressionType: (options, tables) =>
      base === textType ? { kind: "Enum" } : base.expressionType(options, tables),
    expected: "a value",
    readCell: (cell, reading) => {
      const read = base.read(cell, reading);
      return "value" in read ? { value: findChoice(read.value, reading.options.values) } : read;
    },
    writeText: base.writeText,
    write: base.write,
    writerFor: base.writerFor,
    check: (value, writing) => {
      const { values, allowOtherValues } = writing.options;
      const writeChoice = (choice: typeof value) => base.writeText(choice, writing);
      const isChecked = values !== undefined && !allowOtherValues;
      return [...base.check(value, writing), ...(isChecked ? checkChoice(value, values, writeChoice) : [])];
    },
    over: enumOver,
  });
}

/** One of the named colours, or any colour by its parts. */
export const colorType = defineChoiceType({
  name: "Color",
  summary: "A colour by name, or as #rrggbb.",
  choices: ["Black", "Blue", "Green", "Orange", "Purple", "Red", "Yellow", "White"],
  accepts: (text) => /^#[\da-f]{6}$/i.test(text),
});

/** How far something has got. */
export const progressType = defineChoiceType({
  name: "Progress",
  summary: "How far something has got, in quarters.",
  choices: ["Empty", "Quarter", "Half", "Three Quarter", "Full"],
});

interface ChoiceDeclaration extends Pick<ColumnTypeDeclaration, "summary"> {
  readonly name: ScalarKind;
  readonly choices: readonly string[];
  /** Texts besides the choices that are accepted as well. */
  readonly accepts?: (text: string) => boolean;
}

/** A type with choices of its own. */
function defineChoiceType({ choices, accepts, ...declaration }: ChoiceDeclaration): ColumnType {
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

/** Whether a value is one of its choices, exactly as they are declared. */
export function checkChoice(
  value: Value,
  choices: readonly Value[],
  writeText: (value: Value) => string,
): readonly CellError[] {
  if (choices.includes(value)) return [];
  const text = writeText(value);
  const values = choices.map(writeText);
  return [
    {
      code: "cell/not-in-list",
      details: { value: showCell(text), values, suggestion: suggest(text, values) },
    },
  ];
}

/** A value as its list declares it: the exact one, else the only one that differs in case or in how accents are written, else as it is. */
export function findChoice(value: Value, choices: readonly Value[] | undefined): Value {
  if (typeof value !== "string" || choices === undefined || choices.includes(value)) return value;
  const folded = foldName(value);
  const alike = choices.filter((choice) => typeof choice === "string" && foldName(choice) === folded);
  return alike.length === 1 ? (alike[0] ?? value) : value;
}
