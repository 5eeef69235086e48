import type { DescribedColumn } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { rowKey } from "../api/create-api.ts";
import { useSession } from "../session/session-context.tsx";
import { writeNumber } from "../tables/sent-cells.ts";
import { useTables } from "../tables/use-tables.ts";
import { quoted } from "../tables/view.ts";
import { useWords } from "../words/use-words.tsx";

interface FieldProps {
  readonly column: DescribedColumn;
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

interface FieldInputProps {
  readonly id: string;
  readonly column: DescribedColumn;
  readonly value: JsonValue;
  readonly describedBy: string | undefined;
  readonly isWrong: boolean;
  readonly isDisabled: boolean;
  onChange(value: JsonValue): void;
}

/** What a value of the column is entered with. Texts stay as written: the service reads and judges them. */
function FieldInput(props: FieldInputProps) {
  const { id, column, value, describedBy, isWrong, isDisabled, onChange } = props;
  const { say, locale } = useWords();
  const common = { id, "aria-describedby": describedBy, "aria-invalid": isWrong, disabled: isDisabled };
  if (column.fields !== undefined || column.json === "any") {
    const text = typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : value;
    return (
      <textarea
        {...common}
        rows={6}
        spellCheck={false}
        value={String(text ?? "")}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  if (column.json === "array") {
    const text = Array.isArray(value) ? value.map((item) => textOf(item, locale)).join(" , ") : value;
    return (
      <input {...common} value={String(text ?? "")} onChange={(event) => onChange(event.target.value)} />
    );
  }
  if (column.table !== undefined)
    return <RefInput {...common} table={column.table} {...{ value, onChange }} />;
  const choices = choicesOf(column, value, say("yes"), say("no"));
  if (choices !== undefined) {
    return (
      <select {...common} value={String(value ?? "")} onChange={(event) => onChange(event.target.value)}>
        <option value="">({say("blank")})</option>
        {choices.map(([sent, shown]) => (
          <option key={sent} value={sent}>
            {shown}
          </option>
        ))}
      </select>
    );
  }
  const text = textOf(value, locale);
  if (LONG.has(column.type)) {
    return <textarea {...common} rows={4} value={text} onChange={(event) => onChange(event.target.value)} />;
  }
  const type = INPUT_TYPES[column.type] ?? "text";
  const step = type === "datetime-local" ? { step: 1 } : {};
  return (
    <input
      {...common}
      {...step}
      type={type}
      value={text}
      inputMode={column.json === "number" || column.json === "integer" ? "decimal" : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const LONG = new Set(["LongText", "Address"]);

const INPUT_TYPES: Readonly<Record<string, string>> = {
  Date: "date",
  DateTime: "datetime-local",
  Email: "email",
  Phone: "tel",
  Url: "url",
};

function textOf(value: JsonValue, locale: string): string {
  return typeof value === "number" ? writeNumber(value, locale) : String(value ?? "");
}

/** A row may hold a value that is not among those of its column any more. */
function choicesOf(
  column: DescribedColumn,
  value: JsonValue,
  yes: string,
  no: string,
): readonly (readonly [string, string])[] | undefined {
  if (column.json === "boolean") return [["true", yes], ["false", no]]; // biome-ignore format: one line reads better
  if (column.values === undefined || column.allowOtherValues) return undefined;
  const values = new Set([...column.values, ...(value === "" || value === null ? [] : [value])].map(String));
  return [...values].map((one) => [one, one]);
}

interface RefInputProps {
  readonly id: string;
  readonly table: string;
  readonly value: JsonValue;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
  readonly disabled: boolean;
  onChange(value: JsonValue): void;
}

/** The key of a row of another table, with rows whose label holds what is typed. */
function RefInput({ table, value, onChange, ...common }: RefInputProps) {
  const { api } = useSession();
  const { tables } = useTables();
  const list = useId();
  const target = tables?.tables.find(({ name }) => name === table);
  const text = String(value ?? "");
  const { data } = useQuery({
    queryKey: ["rows", table, "offered", text],
    queryFn: async ({ signal }) => {
      const { key = [], label = "" } = target ?? {};
      const named = `FILTER(${quoted(table)}, OR(CONTAINS([${label}], [_PARAM].[typed]), [${key[0]}] = [_PARAM].[typed]))`;
      const selector = text === "" ? `FILTER(${quoted(table)}, TRUE)` : named;
      const properties = { Params: { typed: text }, Columns: [...key, label], Limit: OFFERED };
      const { rows } = await api.find(table, { selector, properties, signal });
      return rows.map((row) => ({ key: rowKey(row, key), label: String(row[label] ?? "") }));
    },
    enabled: target !== undefined,
  });
  return (
    <>
      <input {...common} list={list} value={text} onChange={(event) => onChange(event.target.value)} />
      <datalist id={list}>
        {data?.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  );
}

const OFFERED = 20;
