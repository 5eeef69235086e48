import type { JsonValue } from "@tablewright/core/expression";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { keyOf } from "../api/key-of.ts";
import { useSession } from "../session/session-context.tsx";
import { useTables } from "../shell/use-tables.ts";
import { quoted } from "../tables/view.ts";

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
export function RefInput({ table, value, onChange, ...common }: RefInputProps) {
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
      return rows.map((row) => ({ key: keyOf(row, key), label: String(row[label] ?? "") }));
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
