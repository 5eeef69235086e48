import { link, rename, rm } from "node:fs/promises";
import type { ColumnDefinition } from "@tablewright/core";
import { csvTarget, ExportError, jsonLinesTarget, type RowWriter } from "./row-writer.ts";

export type TargetFormat = "csv" | "xlsx" | "jsonl";

/** A file that rows go to, under its name only when it is whole. */
export interface Target extends Pick<RowWriter, "write"> {
  finish(): Promise<void>;
  /** Removes what was written. */
  giveUp(): Promise<void>;
}

interface TargetOptions {
  readonly format: TargetFormat;
  /** Whether cells that a spreadsheet would compute are made harmless. */
  readonly guards: boolean;
  /** Whether a file of the name is replaced. */
  readonly replaces: boolean;
}

/** Begins a file with the names of columns. */
export async function openTarget(
  path: string,
  columns: readonly ColumnDefinition[],
  { format, guards, replaces }: TargetOptions,
): Promise<Target> {
  const beside = `${path}.${process.pid}.tmp`;
  const writer = await openWriter(format, beside, columns, guards);
  return {
    write: (rows) => writer.write(rows),
    async finish() {
      await writer.end();
      if (replaces) return rename(beside, path);
      await link(beside, path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
        throw new ExportError(`There is a file "${path}" already; replace it with --force.`);
      });
      await rm(beside);
    },
    async giveUp() {
      await writer.end().catch(() => {});
      await rm(beside, { force: true });
    },
  };
}

async function openWriter(
  format: TargetFormat,
  path: string,
  columns: readonly ColumnDefinition[],
  guards: boolean,
): Promise<RowWriter> {
  if (format === "csv") return csvTarget(path, columns, guards);
  if (format === "jsonl") return jsonLinesTarget(path, columns);
  return (await import("./xlsx-target.ts")).xlsxTarget(path, columns);
}
