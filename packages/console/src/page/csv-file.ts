import type { JsonValue } from "@tablewright/core/expression";

/** Lines of CSV as a file. Spreadsheets read UTF-8 because of the byte order mark at its beginning. */
export function csvFile(parts: readonly string[]): Blob {
  return new Blob(["\uFEFF", ...parts], { type: "text/csv;charset=utf-8" });
}

/** A cell as a CSV file has it; objects and lists of them as their JSON. */
export function csvText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.some((item) => typeof item === "object")) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(csvText).join(" , ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Has the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
