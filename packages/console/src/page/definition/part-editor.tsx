import type { Diagnostic, Scope } from "@tablewright/core/expression";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ExpressionInput } from "../playground/expression-input.tsx";
import { ProblemList } from "../playground/problem-list.tsx";
import { useSession } from "../session/session-context.tsx";
import { EditableSheet } from "../sheet/editable-sheet.tsx";
import { scopeOfSchemas } from "../tables/scope-of-schemas.ts";
import { useSchemas, useTables } from "../tables/use-tables.ts";
import { useWords } from "../words/use-words.tsx";
import { editSheet, readSheet } from "./decision-rows.ts";
import { partName } from "./part-list.tsx";
import { type Draft, isMoved, type ShownPart } from "./use-definition.ts";

interface PartEditorProps {
  /** As the definition has it; one that is being added has an empty text. */
  readonly part: ShownPart;
  readonly draft: Draft | undefined;
  /** Of this part, with offsets in its text where they are known. */
  readonly diagnostics: readonly Diagnostic[];
  onWrite(draft: Draft): void;
}

/** Where a part of the definition is written: an expression with completion, a decision table as a sheet, other blocks as their text. */
export function PartEditor({ part, draft, diagnostics, onWrite }: PartEditorProps) {
  const { say } = useWords();
  const was = draft === undefined ? part.text : draft.was;
  const text = (draft === undefined ? part.text : draft.text) ?? "";
  const write = (written: string | null) => onWrite({ path: part.path, text: written, was });
  return (
    <section className="part-editor" aria-label={part.path.join(" ")}>
      <header className="page-head">
        <h2>
          <bdi>{part.table === undefined ? "" : `${part.table} · `}</bdi>
          <bdi>{partName(part)}</bdi> <code>{part.kind}</code>
        </h2>
        <div className="tools">
          <button type="button" disabled={draft === undefined} onClick={() => write(was)}>
            {say("asItWas")}
          </button>
          <button type="button" disabled={draft?.text === null || was === null} onClick={() => write(null)}>
            {say("takeOut")}
          </button>
        </div>
      </header>
      {draft !== undefined && isMoved(part, draft) ? (
        <div className="problem" role="alert">
          <p>{say("partMoved")}</p>
          <pre>{part.text}</pre>
          <button type="button" onClick={() => onWrite({ path: part.path, text: part.text, was: part.text })}>
            {say("takeTheirs")}
          </button>
          <button type="button" onClick={() => onWrite({ path: part.path, text, was: part.text })}>
            {say("keepMine")}
          </button>
        </div>
      ) : null}
      {draft?.text === null ? (
        <p className="hint">{say("takenOut")}</p>
      ) : part.isExpression ? (
        <PartExpression {...{ part, text }} onWrite={write} />
      ) : (
        <BlockInput {...{ part, text }} onWrite={write} />
      )}
      <ProblemList source={text} diagnostics={diagnostics} />
      {draft === undefined || was === null || draft.text === was ? null : (
        <details className="before">
          <summary>{say("asItIsServed")}</summary>
          <pre>{was}</pre>
        </details>
      )}
    </section>
  );
}

interface TextProps {
  readonly part: ShownPart;
  readonly text: string;
  onWrite(text: string): void;
}

/** An expression, which may name what the session reaches; a hover shows values of the first row. */
function PartExpression({ part, text, onWrite }: TextProps) {
  const { api } = useSession();
  const { schemas } = useSchemas();
  const { tables } = useTables();
  const { table = "", column } = part;
  const functions = tables?.functions;
  const scope = useMemo((): Scope => {
    const reached = scopeOfSchemas(schemas ?? [], table);
    const declared = (functions ?? []).map((one) => ({ ...one, evaluate: () => null }));
    return {
      ...reached,
      functions: declared,
      ...(reached.table === undefined || column === undefined ? {} : { this: column }),
    };
  }, [schemas, table, column, functions]);
  const first = useQuery({
    queryKey: ["rows", table, "first"],
    queryFn: ({ signal }) => api.find(table, { properties: { Limit: 1 }, signal }),
    enabled: scope.table !== undefined,
  });
  const row = first.data?.rows[0];
  const context = useMemo(() => (row === undefined ? undefined : { row }), [row]);
  return <ExpressionInput {...{ source: text, scope, context }} onChange={onWrite} />;
}

/** A decision table as a sheet, where it has rows of its own, or any block as its text. */
function BlockInput({ part, text, onWrite }: TextProps) {
  const { say } = useWords();
  const [isText, setText] = useState(false);
  const decision = part.name ?? "";
  const table = useMemo(
    () => (part.kind === "decision" ? readSheet(decision, text) : undefined),
    [part.kind, decision, text],
  );
  const columns = [
    ...(table?.inputs ?? []).map((name) => ({ name })),
    ...(table?.outputs ?? []).map((name) => ({ name, className: "gives" })),
  ];
  const isSheet = table !== undefined && !isText;
  return (
    <>
      {table === undefined ? null : (
        <fieldset className="choice">
          {[false, true].map((asText) => (
            <label key={String(asText)}>
              <input type="radio" checked={isText === asText} onChange={() => setText(asText)} />{" "}
              {say(asText ? "asText" : "asSheet")}
            </label>
          ))}
        </fieldset>
      )}
      {isSheet ? (
        <EditableSheet
          label={decision}
          {...{ columns, rows: table.rows }}
          isOrdered
          onChange={(edit) => onWrite(editSheet(decision, text, edit))}
        />
      ) : (
        <textarea
          className="block"
          aria-label={say("textOf", { name: partName(part) })}
          value={text}
          rows={Math.min(30, text.split("\n").length + 1)}
          spellCheck={false}
          onChange={({ target }) => onWrite(target.value)}
        />
      )}
    </>
  );
}
