import { type Definition, ProblemError } from "@tablewright/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type Ref, useState } from "react";
import { readAgain } from "../api/create-api.ts";
import { useSession } from "../session/session-context.tsx";
import type { Word } from "../words/en.ts";
import { ProblemNote } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import type { Trial } from "./change-effects.tsx";
import { useDrafts } from "./use-definition.ts";

interface SaveBarProps {
  readonly form: Ref<HTMLFormElement>;
  readonly definition: Definition;
  /** What is saved; undefined where nothing is changed. */
  readonly trial: Trial | undefined;
  readonly isValid: boolean;
  /** Names of changed parts that another user has changed too: which change counts has to be decided first. */
  readonly undecided: readonly string[];
  /** Why the server would not try it. */
  readonly refusal: Error | null;
  onDone(): void;
}

/** Saves the changes, or goes back to an earlier version, with a note; says what to do where the server refuses. */
export function SaveBar({ form, definition, trial, isValid, undecided, refusal, onDone }: SaveBarProps) {
  const { api } = useSession();
  const { say } = useWords();
  const queries = useQueryClient();
  const { drafts, clear } = useDrafts();
  const [note, setNote] = useState("");
  const { version } = definition;
  const saving = useMutation({
    mutationFn: (tried: Trial) =>
      api.saveDefinition({ version, ...tried, ...(note.trim() === "" ? {} : { note: note.trim() }) }),
    onSuccess: async (_, tried) => {
      if ("edits" in tried) clear();
      setNote("");
      onDone();
      await readAgain(queries, READ_AGAIN);
    },
  });
  const error = saving.error ?? refusal;
  const advice = error instanceof ProblemError ? ADVICE[error.code] : undefined;
  const isNewer = error instanceof ProblemError && error.code === "edit/not-newest";
  const obstacle: Word | undefined =
    trial === undefined
      ? "nothingToSave"
      : undecided.length > 0
        ? "decideFirst"
        : isValid
          ? undefined
          : "notSound";
  const [refused, setRefused] = useState<Word>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    setRefused(obstacle);
    if (trial !== undefined && obstacle === undefined && !saving.isPending) saving.mutate(trial);
  };
  const isBack = trial !== undefined && "to" in trial;
  return (
    <form ref={form} className="save-bar" onSubmit={save}>
      <input
        aria-label={say("note")}
        placeholder={say("note")}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <button type="submit" className="main" disabled={obstacle !== undefined || saving.isPending}>
        {isBack ? say("goBack") : say("saveChanges", { count: drafts.length })}
      </button>
      {isBack ? (
        <button type="button" onClick={onDone}>
          {say("cancel")}
        </button>
      ) : (
        <button type="button" disabled={drafts.length === 0} onClick={clear}>
          {say("dropChanges")}
        </button>
      )}
      {obstacle !== undefined && (refused === obstacle || obstacle === "decideFirst") ? (
        <p role="status" className="save-problem hint">
          {say(obstacle, { parts: undecided.join(", ") })}
        </p>
      ) : null}
      {saving.isSuccess && trial === undefined && refused === undefined ? (
        <output>{say("saved")}</output>
      ) : null}
      {error === null ? null : (
        <div className="save-problem">
          <ProblemNote error={error} />
          {advice === undefined ? null : <p>{say(advice)}</p>}
          {isNewer ? (
            <button
              type="button"
              onClick={() => {
                saving.reset();
                void readAgain(queries, ["definition"]);
              }}
            >
              {say("readAgain")}
            </button>
          ) : null}
        </div>
      )}
    </form>
  );
}

/** What to do about a refusal, by its code. */
const ADVICE: Readonly<Record<string, Word>> = {
  "edit/not-newest": "adviceNewest",
  "edit/not-served": "adviceServed",
  "edit/has-errors": "adviceErrors",
  "edit/not-written": "adviceWritten",
};

/** What a definition decides about. */
const READ_AGAIN = ["definition", "tables", "schema", "decisions", "rows", "row", "tests"];
