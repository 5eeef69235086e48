import type { DescribedTable } from "@tablewright/core";
import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session-context.tsx";
import { useTables } from "./use-tables.ts";

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
