import { hasErrors, type Outcome } from "../diagnostics/index.ts";
import type { AppDefinition } from "./app-definition.ts";
import { loadFrom } from "./load-from.ts";
import { DefinitionReport } from "./text/definition-report.ts";
import { readYaml } from "./text/read-yaml.ts";

/**
 * An application from its definition, YAML or JSON text. Never throws for a bad definition: all its errors are among
 * the diagnostics, each with line and character (from 1), the member it is in, and for an expression its offsets in
 * that. There is an output only when there is no error.
 */
export function loadDefinition(text: string, { file }: { file?: string } = {}): Outcome<AppDefinition> {
  const read = readYaml(text, file);
  if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
  const report = new DefinitionReport(read.output);
  const app = loadFrom(report);
  const diagnostics = [...read.diagnostics, ...report.diagnostics];
  return { output: hasErrors(diagnostics) ? undefined : app, diagnostics };
}
