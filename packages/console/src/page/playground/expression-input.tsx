import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { EvaluationContext, Scope } from "@tablewright/core/expression/editor";
import { changeSettings, expressionEditor } from "@tablewright/editor";
import { useEffect, useRef } from "react";
import { useWords } from "../words/use-words.tsx";

interface ExpressionInputProps {
  readonly source: string;
  readonly scope: Scope;
  /** The row that a hover shows values of. */
  readonly context: EvaluationContext | undefined;
  onChange(source: string): void;
}

/**
 * Where an expression is written. The editor has a shadow root of its own: there its styles are sheets made by script, which
 * the page's policy takes; anywhere else they would be a `style` element, which it refuses.
 */
export function ExpressionInput({ source, scope, context, onChange }: ExpressionInputProps) {
  const { say, language } = useWords();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const latest = useRef({ source, scope, context, onChange });
  latest.current = { source, scope, context, onChange };
  /** Texts of the editor that have not come back as `source` yet. */
  const reported = useRef(new Set<string>());

  useEffect(() => {
    const element = host.current as HTMLDivElement;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    const { source: doc, ...settings } = latest.current;
    const view = new EditorView({
      doc,
      root,
      parent: root,
      extensions: [
        expressionEditor({ ...settings, label: say("expression") }),
        EditorState.phrases.of({ Completions: say("completions"), Diagnostics: say("diagnostics") }),
        EditorView.contentAttributes.of({ lang: language, spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          const written = update.state.doc.toString();
          reported.current.add(written);
          latest.current.onChange(written);
        }),
      ],
    });
    editor.current = view;
    return () => view.destroy();
  }, [say, language]);

  useEffect(() => {
    editor.current?.dispatch({ effects: changeSettings.of({ scope, context }) });
  }, [scope, context]);

  useEffect(() => {
    const written = editor.current?.state.doc.toString() ?? "";
    if (written === source) reported.current.clear();
    else if (!reported.current.has(source)) {
      editor.current?.dispatch({ changes: { from: 0, to: written.length, insert: source } });
    }
  }, [source]);

  return <div ref={host} className="expression-input" />;
}
