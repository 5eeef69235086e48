import { readFile } from "node:fs/promises";
import { type Diagnostic, diagnose } from "@tablewright/core";
import { reasonUnread } from "./reason-unread.ts";

/** The text of a file that is a definition, or goes with one; that it cannot be read is an error like any other. */
export async function readText(
  file: string,
  kind: "definition" | "test file",
): Promise<{ readonly text: string; readonly diagnostics: readonly Diagnostic[] }> {
  try {
    return { text: await readFile(file, "utf8"), diagnostics: [] };
  } catch (error) {
    const reason = reasonUnread(error);
    return { text: "", diagnostics: [diagnose("definition/unreadable", { reason, kind }, { file })] };
  }
}
