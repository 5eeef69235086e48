import type { DescribedTable } from "@tablewright/core";
import { useQuery } from "@tanstack/react-query";
import type { Api, ApiRow } from "../api/create-api.ts";
import { useSession } from "../session/session-context.tsx";
import type { Checked } from "./check-source.ts";

interface TriedRows {
  /** The rows that an expression is tried on; undefined until they are read. */
  readonly rows: readonly ApiRow[] | undefined;
  /** Rows of every table that it reads, by table. */
  readonly tables: Readonly<Record<string, readonly ApiRow[]>>;
  readonly error: Error | null;
}

/** The first rows of a table as the session sees them, with those of the other tables that the expression reads. */
export function useTriedRows(
  schemas: readonly DescribedTable[] | undefined,
  table: string,
  checked: Checked,
): TriedRows {
  const { api } = useSession();
  const others = checked.compiled?.references.tables ?? [];
  const named = [...new Set([table, ...others])];
  const names = named.filter((name) => schemas?.some((schema) => schema.name === name));
  const { data, error } = useQuery({
    queryKey: ["rows", "playground", ...names],
    queryFn: () => readTables(api, names),
    enabled: names.length > 0,
    placeholderData: (before: TriedRows["tables"] | undefined) =>
      before !== undefined && table in before ? before : undefined,
  });
  return { rows: data?.[table]?.slice(0, ROWS), tables: data ?? NO_TABLES, error };
}

const NO_TABLES = {};
const ROWS = 20;

/** Rows of a table that are read for an expression; beyond them its answer would be another. */
const MOST_ROWS = 5_000;

async function readTables(api: Api, names: readonly string[]): Promise<TriedRows["tables"]> {
  const tables = names.map(async (table) => {
    const { rows } = await api.find(table, { properties: { Limit: MOST_ROWS } });
    return [table, rows] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}
