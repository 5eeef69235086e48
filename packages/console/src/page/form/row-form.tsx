import type { ColumnSchema, TableSchema } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { type FormEvent, useMemo, useState } from "react";
import type { Row } from "../api/create-api.ts";
import { cellsOf } from "../api/key-of.ts";
import { useWords } from "../words/use-words.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { sentCells } from "./sent-cells.ts";
import { useChange } from "./use-change.ts";
import { useFormState } from "./use-form-state.ts";
import { usePresentRow } from "./use-present-row.ts";

interface RowFormProps {
  readonly schema: TableSchema;
  /** The row that is edited; without one a row is added. */
  readonly row?: Row;
  onDone(): void;
  onCancel(): void;
}

/**
 * A form made from the schema. Only what was touched is sent, and the service's errors are at their fields. Where another user
 * has saved the row meanwhile, the form shows it as it is now and keeps what was touched.
 */
export function RowForm({ schema, row, onDone, onCancel }: RowFormProps) {
  const { say, locale } = useWords();
  const [cells, setCells] = useState<ReadonlyMap<string, JsonValue>>(new Map());
  const sent = useMemo(() => sentCells(schema.columns, cells, locale), [schema, cells, locale]);
  const change = useChange(onDone);
  const { present, others } = usePresentRow(schema, row, change.error);
  const { hidden, readOnly } = useFormState(schema, row, sent);
  const columns = schema.columns.filter(
    ({ name, writable, key }) => writable && !hidden.has(name) && !(row !== undefined && key),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (row === undefined)
      return change.send({ sent }, (api, options) => api.add(schema.name, [sent], options));
    const edited = { ...cellsOf(present ?? row, schema.key), ...sent };
    change.send({ edited }, (api, options) => api.edit(schema.name, [edited], options));
  };
  const title = row === undefined ? say("newRow", { table: schema.name }) : String(row[schema.label] ?? "");
  return (
    <Dialog title={title} onCancel={onCancel}>
      <form className="row-form" onSubmit={submit} noValidate>
        {others.size === 0 ? (
          <Unplaced errors={change.errors} columns={columns} />
        ) : (
          <p className="warning" role="alert">
            {say("changedMeanwhile")}
          </p>
        )}
        {columns.map((column) => (
          <Field
            key={column.name}
            column={column}
            value={cells.get(column.name) ?? present?.[column.name] ?? null}
            isReadOnly={readOnly.has(column.name)}
            error={change.errors.get(column.name)}
            meanwhile={cells.has(column.name) ? others.get(column.name) : undefined}
            onChange={(value) => setCells((before) => new Map(before).set(column.name, value))}
          />
        ))}
        <footer className="panel-foot">
          <button type="button" onClick={onCancel}>
            {say("cancel")}
          </button>
          <button type="submit" className="main" disabled={change.isSending || isUnchanged()}>
            {say("save")}
          </button>
        </footer>
      </form>
    </Dialog>
  );

  function isUnchanged(): boolean {
    return row !== undefined && cells.size === 0;
  }
}

/** Errors of no column, or of one that the form does not have. */
export function Unplaced({
  errors,
  columns,
}: {
  readonly errors: ReadonlyMap<string, string>;
  readonly columns: readonly ColumnSchema[];
}) {
  const names = new Set(columns.map(({ name }) => name));
  const others = [...errors].filter(([column]) => !names.has(column));
  if (others.length === 0) return null;
  return (
    <div className="problem" role="alert">
      {others.map(([column, message]) => (
        <p key={column}>{column === "" ? message : `${column}: ${message}`}</p>
      ))}
    </div>
  );
}
