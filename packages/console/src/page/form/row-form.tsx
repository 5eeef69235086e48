import { ProblemError } from "@tablewright/client";
import type { DescribedColumn, DescribedTable } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import { type Api, type ApiRow, keyCells, rowKey, versionedKey } from "../api/create-api.ts";
import { cellText } from "../grid/cell-text.ts";
import { useSession } from "../session/session-context.tsx";
import { A_MOMENT, useSettled } from "../shell/use-settled.ts";
import { asText, sentCells, shownCell } from "../tables/sent-cells.ts";
import { useWords } from "../words/use-words.tsx";
import { Dialog, DialogFoot } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { useChange } from "./use-change.ts";

interface RowFormProps {
  readonly schema: DescribedTable;
  /** The row that is edited; without one a row is added. */
  readonly row?: ApiRow;
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
      return change.send({ sent }, (api, options) => api.add(schema.name, [sent], asText(options)));
    const edited = { ...versionedKey(present ?? row, schema.key), ...sent };
    change.send({ edited }, (api, options) => api.edit(schema.name, [edited], asText(options)));
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
            value={cells.get(column.name) ?? shownCell(column, present?.[column.name])}
            isReadOnly={readOnly.has(column.name)}
            error={change.errors.get(column.name)}
            meanwhile={cells.has(column.name) ? others.get(column.name) : undefined}
            onChange={(value) => setCells((before) => new Map(before).set(column.name, value))}
          />
        ))}
        <DialogFoot
          label={say("save")}
          isDisabled={change.isSending || (row !== undefined && cells.size === 0)}
          onCancel={onCancel}
        />
      </form>
    </Dialog>
  );
}

/** Errors of no column, or of one that the form does not have. */
export function Unplaced({
  errors,
  columns,
}: {
  readonly errors: ReadonlyMap<string, string>;
  readonly columns: readonly DescribedColumn[];
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

interface PresentRow {
  /** The row as it is now, as far as this form knows. */
  readonly present: ApiRow | undefined;
  /** What others have changed since the form was opened, by column, as people read it. */
  readonly others: ReadonlyMap<string, string>;
}

/** Reads an edited row again when an edit is refused because another user has changed it. */
function usePresentRow(schema: DescribedTable, row: ApiRow | undefined, error: Error | null): PresentRow {
  const { api } = useSession();
  const { say, locale } = useWords();
  const refused = error instanceof ProblemError && error.code === "row/changed" ? error : undefined;
  const { data } = useQuery({
    queryKey: ["row", schema.name, "present", refused?.message],
    queryFn: ({ signal }) => {
      const key = keyCells(rowKey(row ?? {}, schema.key), schema.key);
      return api.get(schema.name, key, { properties: { Version: true }, signal });
    },
    enabled: row !== undefined && refused !== undefined,
    placeholderData: (last) => last,
  });
  if (row === undefined || data === undefined) return { present: row, others: new Map() };
  const changed = schema.columns.filter(
    ({ name }) => JSON.stringify(data[name]) !== JSON.stringify(row[name]),
  );
  const texts = changed.map(
    (column) => [column.name, cellText(column, data[column.name], locale) || say("blank")] as const,
  );
  return { present: data, others: new Map(texts) };
}

interface FormState {
  readonly hidden: ReadonlySet<string>;
  readonly readOnly: ReadonlySet<string>;
}

type Cells = Readonly<Record<string, JsonValue>>;

/** The columns that the form hides, or does not let be edited, for what is in it: a dry run of the service says which. */
function useFormState(schema: DescribedTable, row: ApiRow | undefined, cells: Cells): FormState {
  const { api } = useSession();
  const settled = useSettled(cells, 5 * A_MOMENT);
  const depends = schema.columns.some(
    ({ showIf, editableIf, readIf, writeIf }) => showIf ?? editableIf ?? readIf ?? writeIf,
  );
  const key = row === undefined ? undefined : keyCells(rowKey(row, schema.key), schema.key);
  const { data } = useQuery({
    queryKey: ["row", schema.name, "form", key ?? null, settled],
    queryFn: ({ signal }) => readState(api, schema.name, key, settled, signal),
    enabled: depends,
    placeholderData: keepPreviousData,
    retry: false,
  });
  // Of a column that the user reads in no row the answer says nothing.
  const unread = data && schema.columns.filter(({ name, readIf }) => readIf && !Object.hasOwn(data, name));
  const hidden = [...namesIn(data?._Hidden), ...(unread ?? []).map(({ name }) => name)];
  return { hidden: new Set(hidden), readOnly: namesIn(data?._ReadOnly) };
}

/** A row with errors is not computed: the form stays as it was until they are corrected. */
async function readState(
  api: Api,
  table: string,
  key: object | undefined,
  cells: Cells,
  signal: AbortSignal,
): Promise<ApiRow | undefined> {
  const options = asText({ properties: { DryRun: true, Form: true }, signal });
  const { rows } = await (key === undefined
    ? api.add(table, [cells], options)
    : api.edit(table, [{ ...key, ...cells }], options));
  return rows[0];
}

function namesIn(value: JsonValue | undefined): ReadonlySet<string> {
  return new Set(Array.isArray(value) ? value.map(String) : []);
}
