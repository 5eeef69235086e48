import type { Diagnostic } from "@tablewright/core/expression";
import type { ReactNode } from "react";
import { useWords } from "../words/use-words.tsx";
import "./playground.css";

interface ProblemListProps {
  /** The text that the diagnostics are about: lines and offsets count in it. Without it a place is only named. */
  readonly source?: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Shows the place of a diagnostic where the text is written. */
  onPoint?(start: number): void;
  /** What can be done about a diagnostic, below it. */
  remedy?(diagnostic: Diagnostic): ReactNode;
}

/** Errors and warnings of a text, each with its line and a caret below the place. */
export function ProblemList({ source, diagnostics, onPoint, remedy }: ProblemListProps) {
  const { say } = useWords();
  return (
    <ul className="diagnostics" aria-label={say("diagnostics")}>
      {diagnostics.slice(0, MOST_SHOWN).map((diagnostic) => {
        const { code, severity, message, hint, line, character = 1 } = diagnostic;
        const span = source === undefined ? undefined : spanIn(source, diagnostic);
        const named = line === undefined ? undefined : `${line}:${character}`;
        const place = source === undefined || span === undefined ? named : placeOf(source, span.start);
        return (
          <li key={`${code} ${place} ${message}`} className={severity}>
            {say(severity === "error" ? "isError" : "isWarning")}{" "}
            {place === undefined ? null : onPoint === undefined ? (
              place
            ) : (
              <button type="button" className="link" onClick={() => onPoint(span?.start ?? 0)}>
                {place}
              </button>
            )}
            {": "}
            {message}
            {hint === undefined ? null : <em> {hint}</em>}
            {source === undefined || span === undefined ? null : (
              <pre className="excerpt">{excerptOf(source, span)}</pre>
            )}
            {remedy?.(diagnostic)}
          </li>
        );
      })}
      {diagnostics.length > MOST_SHOWN ? (
        <li className="hint">{say("moreProblems", { count: diagnostics.length - MOST_SHOWN })}</li>
      ) : null}
    </ul>
  );
}

const MOST_SHOWN = 100;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Of a definition the place in the whole text, of an expression that in the expression. */
function spanIn(source: string, { line, character = 1, start, end }: Diagnostic): Span | undefined {
  if (line === undefined) return start === undefined ? undefined : { start, end: end ?? start + 1 };
  const before = source.split("\n", line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const from = before + character - 1;
  return { start: from, end: from + Math.max(1, (end ?? 1) - (start ?? 0)) };
}

/** Line and character, each from 1. */
function placeOf(source: string, start: number): string {
  const lines = source.slice(0, start).split("\n");
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** The line of a span, with carets below it; of a long line what is around the span. */
function excerptOf(source: string, { start, end }: Span): string {
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const [line = ""] = source.slice(lineStart).split("\n", 1);
  const from = line.length > LONGEST ? Math.max(0, start - lineStart - LONGEST / 2) : 0;
  const shown = line.slice(from, from + LONGEST);
  const before = shown.slice(0, start - lineStart - from).replaceAll(/[^\t]/gu, " ");
  const marked = [...shown.slice(before.length, end - lineStart - from)].length;
  return `${shown}\n${before}${"^".repeat(Math.max(1, marked))}`;
}

/** Characters of a line. */
const LONGEST = 120;
