import { checkChoice, findChoice } from "./check-choice.ts";
import type { ColumnType } from "./column-type.ts";
import { defineColumnType } from "./define-column-type.ts";
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
