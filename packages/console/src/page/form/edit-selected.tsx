import type { DescribedTable } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { type FormEvent, useState } from "react";
import { type ApiRow, versionedKey } from "../api/create-api.ts";
import { asText, sentCells } from "../tables/sent-cells.ts";
import { useWords } from "../words/use-words.tsx";
import { Dialog, DialogFoot } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Unplaced } from "./row-form.tsx";
import { useChange } from "./use-change.ts";

interface EditSelectedProps {
  readonly schema: DescribedTable;
  readonly rows: readonly ApiRow[];
  onDone(): void;
  onCancel(): void;
}

/** The same value in one column of several rows, as one call: all of them or none. */
export function EditSelected({ schema, rows, onDone, onCancel }: EditSelectedProps) {
  const { say, locale } = useWords();
  const columns = schema.columns.filter(({ writable, key }) => writable && !key);
  const [name, setName] = useState(columns[0]?.name ?? "");
  const [value, setValue] = useState<JsonValue>(null);
  const change = useChange(onDone);
  const column = columns.find((one) => one.name === name);
  const choose = (chosen: string) => {
    setName(chosen);
    setValue(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = sentCells(columns, new Map([[name, value]]), locale);
    const edited = rows.map((row) => ({ ...versionedKey(row, schema.key), ...sent }));
    change.send({ edited }, (api, options) => api.edit(schema.name, edited, asText(options)));
  };
  return (
    <Dialog title={say("selected", { count: rows.length })} onCancel={onCancel}>
      <form className="row-form" onSubmit={submit} noValidate>
        <Unplaced errors={change.errors} columns={column === undefined ? [] : [column]} />
        <label className="field">
          {say("chooseColumn")}
          <select value={name} onChange={(event) => choose(event.target.value)}>
            {columns.map((one) => (
              <option key={one.name}>{one.name}</option>
            ))}
          </select>
        </label>
        {column === undefined ? null : (
          <Field {...{ column, value }} error={change.errors.get(name)} onChange={setValue} />
        )}
        <DialogFoot label={say("save")} isDisabled={change.isSending} onCancel={onCancel} />
      </form>
    </Dialog>
  );
}
