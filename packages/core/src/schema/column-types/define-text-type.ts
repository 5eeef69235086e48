import { readHyperlink, type ScalarKind } from "../../expression/parts.ts";
import { countCharacters, type JsonValue, type Value } from "../../values/index.ts";
import { readText, readTextAsSent, showCell } from "./cell-text.ts";
import { type CellError, type ColumnType, NO_ERRORS, type ReadCell, type Writing } from "./column-type.ts";
import { type ColumnTypeDeclaration, defineColumnType } from "./define-column-type.ts";

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

interface TextForm {
  readonly accepts: (text: string) => boolean;
  /** "an email address" */
  readonly expected: string;
  readonly example: string;
}

/** A type whose values are texts, kept as they were sent, in normal form: but for links, whose addresses may name files. */
export function defineTextType(declaration: TextDeclaration): ColumnType {
  const type = textType(declaration, readText);
  return declaration.mayBeKey ? { ...type, asSent: textType(declaration, readTextAsSent) } : type;
}

function textType(declaration: TextDeclaration, read: typeof readText): ColumnType {
  const { name, kind = name as ScalarKind, form, isLink = false } = declaration;
  return defineColumnType({
    ...declaration,
    storage: "text",
    expressionType: () => ({ kind }),
    expected: "text",
    readCell: isLink ? readLink : read,
    writeText: String,
    writerFor: () => writeTextOrBlank,
    check: (value, writing) => {
      const ofLength = checkLength(value as string, writing);
      const ofForm = checkForm(isLink ? urlOf(value as string) : (value as string), form);
      return ofForm.length === 0 ? ofLength : [...ofLength, ...ofForm];
    },
  });
}

/** A text is its own value. */
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

/** Whether a text is as long as its column's `minLength` and `maxLength` say, counted in characters. */
function checkLength(text: string, { options }: Writing): readonly CellError[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = options;
  if (minLength === 0 && text.length <= maxLength) return NO_ERRORS;
  const length = countCharacters(text);
  if (length < minLength) return [outOfBounds(text, `at least ${characters(minLength)}`)];
  return length > maxLength ? [outOfBounds(text, `at most ${characters(maxLength)}`)] : NO_ERRORS;
}

function characters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}

function outOfBounds(text: string, bound: string): CellError {
  return { code: "cell/out-of-bounds", details: { value: showCell(text), bound } };
}

/**
 * A link: the object `{"Url": …, "LinkText": …}`, or a text that is kept as it was sent. An object is kept as the text that
 * HYPERLINK gives, or as its address where it has no text to show. Without an address it is blank, whatever its text.
 */
function readLink(cell: JsonValue): ReadCell | undefined {
  if (typeof cell !== "object") return urlOf(String(cell)) === "" ? { value: null } : readTextAsSent(cell);
  const link = linkIn(cell);
  if (link === undefined) return undefined;
  if (link.Url === "") return { value: null };
  return readTextAsSent(link.LinkText === "" ? link.Url : JSON.stringify(link));
}

/** The address of a link that is kept as text. */
function urlOf(text: string): string {
  return readHyperlink(text).url;
}

interface Link {
  readonly Url: string;
  readonly LinkText: string;
}

/** Undefined where another member would be lost, or one is no text. */
function linkIn(cell: JsonValue): Link | undefined {
  if (cell === null || Array.isArray(cell) || typeof cell !== "object" || !("Url" in cell)) return undefined;
  const { Url, LinkText = "", ...others } = cell;
  const [url, text] = [Url ?? "", LinkText ?? ""];
  if (typeof url !== "string" || typeof text !== "string" || Object.keys(others).length > 0) return undefined;
  return { Url: url, LinkText: text };
}
