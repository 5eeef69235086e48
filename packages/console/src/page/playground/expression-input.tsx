import { complete, type Scope } from "@tablewright/core/expression";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useWords } from "../words/use-words.tsx";
import type { Checked } from "./check.ts";

interface ExpressionInputProps {
  readonly source: string;
  readonly scope: Scope;
  readonly checked: Checked;
  onChange(source: string): void;
}

/** Where an expression is written: what may come next is offered below, with its type and its errors. */
export function ExpressionInput({ source, scope, checked, onChange }: ExpressionInputProps) {
  const { say } = useWords();
  const input = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [offset, setOffset] = useState<number>();
  const [chosen, setChosen] = useState(0);
  const offered = offset === undefined ? undefined : complete(source, offset, scope);
  const completions = offered?.completions.slice(0, OFFERED) ?? [];
  const insert = (at: number) => {
    const completion = completions[at];
    if (completion === undefined || offered === undefined) return;
    onChange(source.slice(0, offered.start) + completion.insert + source.slice(offered.end));
    const end = offered.start + completion.insert.length;
    setOffset(undefined);
    requestAnimationFrame(() => input.current?.setSelectionRange(end, end));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === " " && event.ctrlKey) setOffset(input.current?.selectionStart);
    else if (completions.length === 0) return;
    else if (event.key === "Escape") setOffset(undefined);
    else if (event.key === "ArrowDown") setChosen((chosen + 1) % completions.length);
    else if (event.key === "ArrowUp") setChosen((chosen + completions.length - 1) % completions.length);
    else if (event.key === "Tab" || event.key === "Enter") insert(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <div className="expression-input">
      <textarea
        ref={input}
        aria-label={say("expression")}
        role="combobox"
        aria-expanded={completions.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={completions.length > 0 ? `${list}-${chosen}` : undefined}
        rows={4}
        spellCheck={false}
        value={source}
        onKeyDown={onKeyDown}
        onBlur={() => setOffset(undefined)}
        onChange={(event) => {
          const { value, selectionStart } = event.target;
          setChosen(0);
          setOffset(/[\w[]$/.test(value.slice(0, selectionStart)) ? selectionStart : undefined);
          onChange(value);
        }}
      />
      <ul id={list} className="completions" aria-label={say("expression")}>
        {completions.map(({ label, kind, detail }, at) => (
          <li
            key={`${kind} ${label}`}
            id={`${list}-${at}`}
            className={at === chosen ? "chosen" : undefined}
            onPointerDown={(event) => {
              event.preventDefault();
              insert(at);
            }}
          >
            <bdi>{label}</bdi> <small>{detail}</small>
          </li>
        ))}
      </ul>
      <p className="type">
        {checked.type === undefined || checked.type === "" ? say("noType") : checked.type}
      </p>
      <ul className="diagnostics">
        {checked.diagnostics.map((diagnostic) => (
          <li key={`${diagnostic.code} ${diagnostic.start}`} className={diagnostic.severity}>
            <code>{source.slice(diagnostic.start, diagnostic.end).slice(0, 60)}</code> {diagnostic.message}
            {diagnostic.hint === undefined ? null : <em> {diagnostic.hint}</em>}
          </li>
        ))}
      </ul>
    </div>
  );
}

const OFFERED = 10;
