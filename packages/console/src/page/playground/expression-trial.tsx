import type { Scope } from "@tablewright/core/expression";
import type { EvaluationContext } from "@tablewright/core/expression/editor";
import type { Trace } from "@tablewright/core/expression/trace";
import { type ReactNode, useMemo, useState } from "react";
import type { ApiRow } from "../api/create-api.ts";
import { useWords } from "../words/use-words.tsx";
import type { Checked } from "./check-source.ts";
import { ExpressionInput } from "./expression-input.tsx";
import { ProblemList } from "./problem-list.tsx";
import { Results, WITHIN_THE_PAGE } from "./results.tsx";
import { TraceTree } from "./trace-tree.tsx";
import "./playground.css";

interface ExpressionTrialProps {
  readonly source: string;
  /** Of `checkedSource`, which is that of the editor a moment ago. */
  readonly checked: Checked;
  readonly checkedSource: string;
  readonly scope: Scope;
  /** The column that rows are called by; undefined while it is not known. */
  readonly label: string | undefined;
  /** The rows that the expression is tried on; undefined until they are there. */
  readonly rows: readonly ApiRow[] | undefined;
  /** Rows of every table that the expression reads, by table. */
  readonly tables: Readonly<Record<string, readonly ApiRow[]>>;
  /** What is to be said before the results. */
  readonly notes?: ReactNode;
  /** What follows the trace where the expression has no error. */
  readonly children?: ReactNode;
  onWrite(source: string): void;
}

/** An expression while it is written: its type, its errors, what it gives for each row, and how one row got its value. */
export function ExpressionTrial({
  source,
  checked,
  checkedSource,
  scope,
  label,
  rows,
  tables,
  notes,
  children,
  onWrite,
}: ExpressionTrialProps) {
  const { say } = useWords();
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, (rows?.length ?? 1) - 1);
  const row = rows?.[at];
  const context = useMemo(
    () => (row === undefined ? undefined : { row, tables, ...WITHIN_THE_PAGE }),
    [row, tables],
  );
  const { type = "", diagnostics, isSound } = checked;
  return (
    <>
      <ExpressionInput {...{ source, scope, context }} onChange={onWrite} />
      {source.trim() === "" ? (
        <EmptyHint table={scope.table ?? ""} label={label} onWrite={onWrite} />
      ) : (
        <p className="type">{type === "" ? say("noType") : type}</p>
      )}
      <ProblemList source={checkedSource} diagnostics={diagnostics} />
      {notes}
      {label === undefined || !isSound ? null : (
        <div className="tried">
          {rows === undefined ? <p className="skeleton">{say("loading")}</p> : null}
          {rows === undefined || rows.length === 0 ? null : (
            <Results {...{ label, checked, rows, tables }} chosen={at} onChoose={setChosen} />
          )}
          {context === undefined ? null : <TraceOf {...{ checked, context }} />}
          {children}
        </div>
      )}
    </>
  );
}

interface EmptyHintProps {
  readonly table: string;
  readonly label: string | undefined;
  onWrite(source: string): void;
}

/** What may be written where nothing is, with an example. */
function EmptyHint({ table, label, onWrite }: EmptyHintProps) {
  const { say } = useWords();
  if (label === undefined || label === "") return null;
  const example = `IF(ISBLANK([${label}]), "nothing", LEN([${label}]) & " characters")`;
  return (
    <p className="hint">
      {say("writeExpression", { table })}{" "}
      <button type="button" className="link" onClick={() => onWrite(example)}>
        <code>{example}</code>
      </button>
      {". "}
      {say("completionKeys")}
    </p>
  );
}

interface TraceOfProps {
  readonly checked: Checked;
  readonly context: EvaluationContext;
}

/** How the chosen row came by its result. */
function TraceOf({ checked, context }: TraceOfProps) {
  const { say } = useWords();
  const trace = useMemo(() => traceIn(checked, context), [checked, context]);
  if (trace === undefined) return null;
  return (
    <section className="trace" aria-label={say("trace")}>
      <h2>{say("trace")}</h2>
      <TraceTree node={trace.root} />
    </section>
  );
}

/** Undefined where a cell does not have the form of its type, which the results say. */
function traceIn({ compiled }: Checked, context: EvaluationContext): Trace | undefined {
  try {
    return compiled?.trace(context);
  } catch {
    return undefined;
  }
}
