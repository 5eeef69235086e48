import type { Diagnostic, Scope } from "@tablewright/core/expression";
import { compile, type TraceableExpression } from "@tablewright/core/expression/trace";

/** An expression as far as it is known without a row. */
export interface Checked {
  readonly compiled: TraceableExpression | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly type: string | undefined;
  /** Whether it is written and free of errors. */
  readonly isSound: boolean;
}

export function checkSource(source: string, scope: Scope): Checked {
  if (source.trim() === "") return { compiled: undefined, diagnostics: [], type: undefined, isSound: false };
  const compiled = compile(source, scope);
  const isSound = compiled.ok;
  return { compiled, diagnostics: compiled.diagnostics, type: compiled.type, isSound };
}
