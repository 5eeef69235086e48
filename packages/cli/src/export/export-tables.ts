import { join } from "node:path";
import type { Properties } from "@tablewright/core";
import { makeFolder } from "@tablewright/delivery";
import { describeDiagnostic } from "../import/progress.ts";
import { reasonUnwritten } from "../read-text.ts";
import { counted, type Terminal } from "../terminal.ts";
import { type OpenedApplication, withApplication } from "../with-application.ts";
import { ExportError } from "./row-writer.ts";
import { openTarget, type Target, type TargetFormat } from "./target.ts";

export interface ExportOptions {
  readonly store: string;
  readonly to: string;
  readonly format: TargetFormat;
  readonly locale?: string;
  readonly raw?: true;
  readonly force?: true;
  readonly functions?: string;
}

/** Writes every row of tables, or of all, into a file for each; answers the exit code. */
export async function exportTables(
  definitionFile: string,
  tables: readonly string[],
  { store: address, to, format, locale, raw, force, functions }: ExportOptions,
  terminal: Terminal,
): Promise<number> {
  const unload = async ({ engine }: OpenedApplication) => {
    const properties: Properties = locale === undefined ? {} : { Locale: locale };
    let target: Target | undefined;
    try {
      await makeFolder(to).catch((error) => {
        throw new ExportError(
          `The folder "${to}" cannot be made: ${reasonUnwritten(error)}. Name another one with --to.`,
        );
      });
      const result = await engine.unload(
        tables,
        async ({ table, columns, rows }) => {
          if (terminal.stopped.aborted)
            throw new ExportError("The command was stopped; the export is not complete.");
          if (rows.length > 0) return target?.write(rows);
          await target?.finish();
          target = await openTarget(fileOf(to, table, format), columns, {
            format,
            guards: !raw,
            replaces: force === true,
          });
        },
        { cells: CELLS[format], properties },
      );
      await target?.finish();
      target = undefined;
      if (!result.ok) {
        for (const one of result.diagnostics) terminal.err(describeDiagnostic("export", one));
        return false;
      }
      for (const one of result.warnings) terminal.err(describeDiagnostic("export", one));
      for (const [table, rows] of result.counts)
        terminal.out(`${table}: ${counted(rows, "row")} in ${fileOf(to, table, format)}`);
      return true;
    } catch (error) {
      await target?.giveUp();
      if (!(error instanceof ExportError)) throw error;
      terminal.err(error.message);
      return false;
    }
  };
  return withApplication(definitionFile, address, "rows", terminal, unload, functions);
}

const CELLS = { csv: "text", xlsx: "sheet", jsonl: "typed" } as const;

function fileOf(folder: string, table: string, format: TargetFormat): string {
  return join(folder, `${table.replaceAll(/[/\\:]/gu, "_")}.${format}`);
}
