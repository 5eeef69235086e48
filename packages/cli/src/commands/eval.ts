import {
  type Diagnostic,
  describeCause,
  diagnose,
  hasErrors,
  parseExactly,
  printExcerpt,
} from "@tablewright/core";
import {
  compile,
  ExpressionError,
  type FunctionDeclaration,
  type JsonValue,
} from "@tablewright/core/expression";
import { functions as patterns } from "@tablewright/core/regex";
import { Command, InvalidArgumentError } from "commander";
import { guessColumnTypes } from "../guess-column-types.ts";
import { functionsOption, readLocale, readNow, readTimeZone, wallClock } from "../options.ts";
import { drawNumber } from "../platform.ts";
import { readProgramModule } from "../program-module.ts";
import type { Terminal } from "../terminal.ts";
import { defineCommand } from "./define-command.ts";

interface EvalOptions {
  readonly row?: Readonly<Record<string, JsonValue>>;
  readonly now?: string;
  readonly locale?: string;
  readonly timezone?: string;
  readonly json?: true;
  readonly functions?: string;
}

/** Evaluates one expression, on its own or on a row given as JSON. */
export const evalCommand = defineCommand((terminal, exit) =>
  new Command("eval")
    .description("Evaluate one expression.")
    .argument("<expression>", "such as '[Price] * 2'")
    .option("--row <json>", "the current row, such as '{\"Price\": 12.5}'", readRow)
    .option("--now <time>", "what the clock shows, such as 2026-03-01T09:30:00", readNow)
    .option("--locale <tag>", "how dates and numbers in quotes are read, such as de-DE", readLocale)
    .option("--timezone <zone>", "such as Europe/Berlin; default this machine's", readTimeZone)
    .addOption(functionsOption())
    .option("--json", "print value, type and errors as JSON")
    .action(async (expression: string, options: EvalOptions) => {
      const timezone = options.timezone ?? systemZone();
      const now = options.now ?? wallClock(new Date(), timezone) ?? "";
      const module = await readProgramModule(options.functions, terminal);
      if (module === undefined) return exit(1);
      exit(await evaluate(expression, { ...options, now, timezone }, module.functions, terminal));
    }),
);

function systemZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

async function evaluate(
  source: string,
  options: EvalOptions & { readonly now: string; readonly timezone: string },
  functions: readonly FunctionDeclaration[],
  terminal: Terminal,
): Promise<number> {
  const { row, now, locale, timezone, json } = options;
  const place = { ...(locale === undefined ? {} : { locale }) };
  const compiled = compile(source, {
    columns: guessColumnTypes(row ?? {}),
    functions: [...patterns, ...functions],
    ...place,
  });
  let diagnostics: readonly Diagnostic[] =
    row === undefined ? compiled.diagnostics.map(withRowHint) : compiled.diagnostics;
  let value: JsonValue | undefined;
  if (compiled.ok) {
    try {
      value = await compiled.evaluateAsync({
        row: row ?? {},
        now,
        timezone,
        ...place,
        random: drawNumber,
        clock: Date.now,
      });
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      diagnostics = [...diagnostics, toDiagnostic(error)];
    }
  }
  const { type } = compiled;
  if (json) {
    const written = diagnostics.map(({ cause, ...others }) =>
      cause === undefined ? others : { ...others, cause: describeCause(cause) },
    );
    terminal.out(
      JSON.stringify({ ok: value !== undefined, value, type, diagnostics: written }, undefined, 2),
    );
  } else for (const diagnostic of diagnostics) terminal.err(printExcerpt(source, diagnostic));
  if (!json && value !== undefined) terminal.out(`${JSON.stringify(value)} (${type})`);
  return hasErrors(diagnostics) ? 1 : 0;
}

/** Without a row there are no columns at all. */
function withRowHint(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.code !== "name/unknown-column") return diagnostic;
  return { ...diagnostic, hint: "Give the row with --row, such as --row '{\"Price\": 12.5}'." };
}

function toDiagnostic({ code, message, start, end, cause }: ExpressionError): Diagnostic {
  return { code, severity: "error", message, start, end, cause } as Diagnostic;
}

function readRow(text: string): JsonValue {
  let row: JsonValue;
  try {
    row = parseExactly(text, (digits) => {
      throw new InvalidArgumentError(diagnose("limit/number", { text: digits }).message);
    });
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error;
    throw new InvalidArgumentError('It is not JSON such as {"Price": 12.5}.');
  }
  if (typeof row === "object" && row !== null && !Array.isArray(row)) return row;
  throw new InvalidArgumentError('It is not an object such as {"Price": 12.5}.');
}
