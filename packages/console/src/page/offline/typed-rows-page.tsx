import { useDeferredValue, useMemo } from "react";
import { checkSource } from "../playground/check-source.ts";
import { ExpressionTrial } from "../playground/expression-trial.tsx";
import { EditableSheet } from "../sheet/editable-sheet.tsx";
import { editedRows } from "../sheet/sheet-edit.ts";
import { useWords } from "../words/use-words.tsx";
import type { PlaygroundColumn, PlaygroundState } from "./address.ts";
import { scopeOfTyped, TYPES, valuesOfTyped } from "./typed-rows.ts";

interface TypedRowsPageProps {
  readonly shown: PlaygroundState;
  onChange(change: Partial<PlaygroundState>): void;
}

/** An expression over rows that are typed in the page. */
export function TypedRowsPage({ shown, onChange }: TypedRowsPageProps) {
  const { say } = useWords();
  const { table, columns, rows, expression } = shown;
  const late = useDeferredValue(expression);
  const scope = useMemo(() => scopeOfTyped({ table, columns }), [table, columns]);
  const checked = useMemo(() => checkSource(late, scope), [late, scope]);
  const values = useMemo(() => valuesOfTyped({ columns, rows }), [columns, rows]);
  const tables = useMemo(() => ({ [table]: values }), [table, values]);
  const setColumn = (at: number, change: Partial<PlaygroundColumn>) =>
    onChange({ columns: columns.map((column, one) => (one === at ? { ...column, ...change } : column)) });
  return (
    <section className="playground">
      <header className="page-head">
        <h1>{say("expressions")}</h1>
        <label className="table-name">
          {say("table")}{" "}
          <input value={table} size={16} onChange={({ target }) => onChange({ table: target.value })} />
        </label>
      </header>
      <EditableSheet
        label={table}
        columns={columns.map((column, at) => ({
          name: column.name,
          head: (
            <ColumnHead
              number={at + 1}
              column={column}
              onChange={(change) => setColumn(at, change)}
              onRemove={() =>
                onChange({
                  columns: columns.toSpliced(at, 1),
                  rows: rows.map((cells) => cells.toSpliced(at, 1)),
                })
              }
            />
          ),
        }))}
        rows={rows}
        onChange={(edit) => onChange({ rows: editedRows(rows, edit, columns.length) })}
      >
        <button
          type="button"
          aria-label={say("addColumn")}
          onClick={() => onChange({ columns: [...columns, { name: freeName(columns), type: "Text" }] })}
        >
          +
        </button>
      </EditableSheet>
      <ExpressionTrial
        {...{ checked, scope, tables }}
        source={expression}
        checkedSource={late}
        label={columns[0]?.name}
        rows={values}
        onWrite={(written) => onChange({ expression: written })}
      />
    </section>
  );
}

function freeName(columns: readonly PlaygroundColumn[]): string {
  const taken = new Set(columns.map(({ name }) => name));
  let number = columns.length + 1;
  while (taken.has(`Column ${number}`)) number++;
  return `Column ${number}`;
}

interface ColumnHeadProps {
  /** From 1. */
  readonly number: number;
  readonly column: PlaygroundColumn;
  onChange(change: Partial<PlaygroundColumn>): void;
  onRemove(): void;
}

function ColumnHead({ number, column: { name, type }, onChange, onRemove }: ColumnHeadProps) {
  const { say } = useWords();
  return (
    <span className="column-head">
      <input
        value={name}
        size={Math.max(6, name.length)}
        aria-label={say("columnNumber", { number })}
        spellCheck={false}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <select
        value={type}
        aria-label={say("typeOf", { column: name })}
        onChange={({ target }) => onChange({ type: target.value })}
      >
        {TYPES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <button type="button" aria-label={say("removeColumn", { column: name })} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}
