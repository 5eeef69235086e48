import type { TableSchema } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Api, Row } from "../api/create-api.ts";
import { keyCells, keyOf } from "../api/key-of.ts";
import { useSession } from "../session/session-context.tsx";

interface FormState {
  readonly hidden: ReadonlySet<string>;
  readonly readOnly: ReadonlySet<string>;
}

type Cells = Readonly<Record<string, JsonValue>>;

/** The columns that the form hides, or does not let be edited, for what is in it: a dry run of the service says which. */
export function useFormState(schema: TableSchema, row: Row | undefined, cells: Cells): FormState {
  const { api } = useSession();
  const settled = useSettled(cells);
  const depends = schema.columns.some(({ showIf, editableIf }) => showIf === true || editableIf === true);
  const key = row === undefined ? undefined : keyCells(keyOf(row, schema.key), schema.key);
  const { data } = useQuery({
    queryKey: ["row", schema.name, "form", key ?? null, settled],
    queryFn: ({ signal }) => readState(api, schema.name, key, settled, signal),
    enabled: depends,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { hidden: namesIn(data?._Hidden), readOnly: namesIn(data?._ReadOnly) };
}

/** A row with errors is not computed: the form stays as it was until they are corrected. */
async function readState(
  api: Api,
  table: string,
  key: object | undefined,
  cells: Cells,
  signal: AbortSignal,
): Promise<Row | undefined> {
  const options = { properties: { DryRun: true, Form: true }, signal };
  const { rows } = await (key === undefined
    ? api.add(table, [cells], options)
    : api.edit(table, [{ ...key, ...cells }], options));
  return rows[0];
}

function namesIn(value: JsonValue | undefined): ReadonlySet<string> {
  return new Set(Array.isArray(value) ? value.map(String) : []);
}

/** The value once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), A_MOMENT);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const A_MOMENT = 300;
