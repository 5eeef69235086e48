import type { ColumnSchema } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { useId } from "react";
import { useWords } from "../words/use-words.tsx";
import { FieldInput } from "./field-input.tsx";

interface FieldProps {
  readonly column: ColumnSchema;
  readonly value: JsonValue;
  /** Whether it is shown without being editable. */
  readonly isReadOnly?: boolean;
  readonly error: string | undefined;
  /** What another user has saved while this value was edited. */
  readonly meanwhile?: string | undefined;
  onChange(value: JsonValue): void;
}

/** A column in a form: its name, its value, what it is for and what is wrong with it. */
export function Field({ column, value, isReadOnly = false, error, meanwhile, onChange }: FieldProps) {
  const { say } = useWords();
  const id = useId();
  const notes = [column.description, meanwhile, error].filter((note) => note !== undefined);
  return (
    <div className={error === undefined ? "field" : "field wrong"}>
      <label htmlFor={id}>
        <bdi>{column.name}</bdi>
        {column.required === true && !column.hasInitialValue ? <small> {say("required")}</small> : null}
      </label>
      <FieldInput
        {...{ id, column, value, onChange }}
        describedBy={notes.length === 0 ? undefined : `${id}-notes`}
        isWrong={error !== undefined}
        isDisabled={isReadOnly}
      />
      {notes.length === 0 ? null : (
        <div id={`${id}-notes`}>
          {column.description === undefined ? null : <p className="hint">{column.description}</p>}
          {meanwhile === undefined ? null : (
            <p className="warning">{say("savedMeanwhile", { value: meanwhile })}</p>
          )}
          {error === undefined ? null : (
            <p className="problem" role="alert">
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
