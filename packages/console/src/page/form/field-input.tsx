import type { ColumnSchema } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { useWords } from "../words/use-words.tsx";
import { RefInput } from "./ref-input.tsx";
import { writeNumber } from "./write-number.ts";

interface FieldInputProps {
  readonly id: string;
  readonly column: ColumnSchema;
  readonly value: JsonValue;
  readonly describedBy: string | undefined;
  readonly isWrong: boolean;
  readonly isDisabled: boolean;
  onChange(value: JsonValue): void;
}

/** What a value of the column is entered with. Texts stay as written: the service reads and judges them. */
export function FieldInput(props: FieldInputProps) {
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
  column: ColumnSchema,
  value: JsonValue,
  yes: string,
  no: string,
): readonly (readonly [string, string])[] | undefined {
  if (column.json === "boolean") return [["true", yes], ["false", no]]; // biome-ignore format: one line reads better
  if (column.values === undefined || column.allowOtherValues) return undefined;
  const values = new Set([...column.values, ...(value === "" || value === null ? [] : [value])].map(String));
  return [...values].map((one) => [one, one]);
}
