import type { TableSchema } from "@tablewright/core";
import { type FormEvent, useEffect, useState } from "react";
import { useWords } from "../words/use-words.tsx";
import { quoted, selectorOf, type View } from "./view.ts";

interface SelectorBarProps {
  readonly schema: TableSchema;
  readonly view: View;
  onShow(view: View): void;
}

/** The Selector of what is shown: to be read, changed and copied. */
export function SelectorBar({ schema, view, onShow }: SelectorBarProps) {
  const { say } = useWords();
  const selector = selectorOf(schema.name, view) ?? "";
  const [text, setText] = useState(selector);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setText(selector), [selector]);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onShow(text.trim() === "" ? {} : { selector: text.trim() });
  };
  const copy = async () => {
    await navigator.clipboard.writeText(selector);
    setCopied(true);
  };
  const example = `FILTER(${quoted(schema.name)}, ISNOTBLANK([${schema.label}]))`;
  return (
    <form className="selector-bar" onSubmit={apply}>
      <input
        aria-label={say("selector")}
        placeholder={say("allRows", { example })}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" disabled={text.trim() === selector}>
        {say("apply")}
      </button>
      <button type="button" disabled={selector === ""} onClick={() => void copy()}>
        {say(isCopied ? "copied" : "copy")}
      </button>
      <button type="button" disabled={selector === "" && text === ""} onClick={() => onShow({})}>
        {say("clear")}
      </button>
    </form>
  );
}
