import { InvalidArgumentError } from "commander";

/** The number of the row that names columns, as an option gives it. */
export function readRowNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("It is not a whole number from 1.");
}

/** The name of an encoding of texts, in the words of the WHATWG; `latin-1` is one of many for windows-1252. */
export function readEncoding(name: string): string {
  try {
    return new TextDecoder(name.replace(/^latin-/iu, "latin")).encoding;
  } catch {
    throw new InvalidArgumentError("It is not an encoding such as utf-8, utf-16le, windows-1252 or latin-1.");
  }
}
