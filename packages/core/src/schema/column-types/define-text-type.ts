import type { ScalarKind } from "../../expression/parts.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { checkLength } from "./check-length.ts";
import { type CellError, type ColumnType, NO_ERRORS } from "./column-type.ts";
import { type ColumnTypeDeclaration, defineColumnType } from "./define-column-type.ts";
import { readLink, urlOf } from "./read-link.ts";
import { readText } from "./read-text.ts";
import { showCell } from "./show-cell.ts";

interface TextDeclaration
  extends Pick<ColumnTypeDeclaration, "summary" | "mayBeKey" | "mayBeItem" | "filledBy" | "options"> {
  readonly name: string;
  /** The kind its values have in expressions; default that of its name. */
  readonly kind?: ScalarKind;
  /** What every text of the type must look like; of a link its address. */
  readonly form?: TextForm;
  /** Whether its values may be links, which have a text to show for their address. */
  readonly isLink?: boolean;
}

export interface TextForm {
  readonly accepts: (text: string) => boolean;
  /** "an email address" */
  readonly expected: string;
  readonly example: string;
}

/** A type whose values are texts, kept exactly as they were sent. */
export function defineTextType(declaration: TextDeclaration): ColumnType {
  const { name, kind = name as ScalarKind, form, isLink = false } = declaration;
  return defineColumnType({
    ...declaration,
    storage: "text",
    expressionType: () => ({ kind }),
    expected: "text",
    readCell: isLink ? readLink : readText,
    writeText: String,
    writerFor: () => writeTextOrBlank,
    check: (value, writing) => {
      const ofLength = checkLength(value as string, writing);
      const ofForm = checkForm(isLink ? urlOf(value as string) : (value as string), form);
      return ofForm.length === 0 ? ofLength : [...ofLength, ...ofForm];
    },
  });
}

/** A text stands for itself. */
function writeTextOrBlank(value: Value): JsonValue {
  return typeof value === "string" ? value : value === null ? "" : String(value);
}

/** The options of texts whose length can be bounded. */
export const LENGTHS = ["minLength", "maxLength"] as const satisfies ColumnType["options"];

function checkForm(text: string, form: TextForm | undefined): readonly CellError[] {
  if (form === undefined || form.accepts(text)) return NO_ERRORS;
  const { expected, example } = form;
  return [{ code: "cell/unreadable", details: { value: showCell(text), expected, example } }];
}
