import type { TableList } from "@tablewright/client";
import type { DescribedTable } from "@tablewright/core";
import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session-context.tsx";

interface Tables {
  readonly tables: TableList | undefined;
  readonly error: Error | null;
  retry(): void;
}

/** The tables and slices that the session reaches. */
export function useTables(): Tables {
  const { api } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ["tables"],
    queryFn: () => api.tables(),
    staleTime: 300_000,
    refetchOnWindowFocus: "always",
  });
  return { tables: data, error, retry: () => void refetch() };
}

interface Schemas {
  /** Undefined until all are there. */
  readonly schemas: readonly DescribedTable[] | undefined;
  readonly error: Error | null;
  retry(): void;
}

/** The schemas of all tables that the session reaches. */
export function useSchemas(): Schemas {
  const { api } = useSession();
  const { tables } = useTables();
  return useQueries({
    queries: (tables?.tables ?? []).map(({ name }) => ({
      queryKey: ["schema", name],
      queryFn: () => api.schema(name),
      staleTime: 300_000,
    })),
    combine: (results) => {
      const schemas = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
      const isWhole = tables !== undefined && schemas.length === results.length;
      return {
        schemas: isWhole ? schemas : undefined,
        error: results.find(({ error }) => error !== null)?.error ?? null,
        retry: () => {
          for (const { error, refetch } of results) if (error !== null) void refetch();
        },
      };
    },
  });
}

/** Whether a table may take changes from the caller; by an expression it is known only when they are tried. */
export function takes({ updates }: DescribedTable, mode: "add" | "edit" | "delete"): boolean {
  return updates === "expression" || updates.includes(mode);
}

/** What the rows of a table hold and what can be done to them; read again when one comes back from editing the definition. */
export function useSchema(table: string): UseQueryResult<DescribedTable> {
  const { api } = useSession();
  return useQuery({
    queryKey: ["schema", table],
    queryFn: () => api.schema(table),
    staleTime: 300_000,
    refetchOnWindowFocus: "always",
  });
}
