import type { TableList } from "@tablewright/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session-context.tsx";

/** The tables and slices that the session reaches. */
export function useTables(): { readonly tables: TableList | undefined; readonly error: Error | null } {
  const { api } = useSession();
  const { data, error } = useQuery({ queryKey: ["tables"], queryFn: () => api.tables(), staleTime: 300_000 });
  return { tables: data, error };
}
