import type { TableList } from "@tablewright/client";
import { useQuery } from "@tanstack/react-query";
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
