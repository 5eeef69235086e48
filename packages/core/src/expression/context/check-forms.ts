import { localeForms } from "../../values/index.ts";
import { RunFault } from "../runtime/run-fault.ts";
import type { EvaluationContext } from "./public-scope.ts";

/**
 * Throws `RunFault` for a member of a context that does not have the form its type asks for, as callers in JavaScript may
 * give it. Cells are read, and the rest of the texts, where they are used.
 */
export function checkForms(context: EvaluationContext): void {
  demand("context", context, isRecord(context), "an object");
  for (const name of [
    "row",
    "before",
    "tables",
    "user",
    "settings",
    "parameters",
    "inputs",
    "limits",
  ] as const)
    demand(name, context[name], isRecord(context[name] ?? {}), "an object");
  for (const name of ["random", "clock"] as const)
    demand(name, context[name], typeof (context[name] ?? isRecord) === "function", "a function");
  for (const name of ["timezone", "location"] as const)
    demand(name, context[name], typeof (context[name] ?? "") === "string", "a text");
  const { locale } = context;
  const isLocale = locale === undefined || (typeof locale === "string" && localeForms(locale) !== undefined);
  demand("locale", locale, isLocale, "a Locale such as en-US");
}

/** Rows of a table that a context gives; throws `RunFault` for what is no list of rows. */
export function checkRows(name: string, rows: unknown): void {
  demand(`tables.${name}`, rows, Array.isArray(rows) && rows.every(isRecord), "a list of rows");
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function demand(name: string, value: unknown, hasForm: boolean, type: string): void {
  if (!hasForm) throw new RunFault("run/unreadable-input", { name, value: wordsFor(value), type });
}

/** What was given, in words: not every value of JavaScript has a text. */
export function wordsFor(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return typeof value === "function" ? "a function" : String(value);
}
