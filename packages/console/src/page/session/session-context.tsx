import { useQuery } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { Api } from "../api/create-api.ts";

interface SessionValue {
  /** The id of the application. */
  readonly app: string;
  readonly api: Api;
  signOut(): void;
}

const SessionContext = createContext<SessionValue | undefined>(undefined);

export const SessionProvider = SessionContext;

/** The API in the name of the session, and the way out of it. */
export function useSession(): SessionValue {
  const value = use(SessionContext);
  if (value === undefined) throw new Error("There is no session outside a SessionProvider.");
  return value;
}

/** Whether the caller may change the definition; undefined until it is known. */
export function useMayEdit(): boolean | undefined {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ["caller"],
    queryFn: ({ signal }) => api.caller({ signal }),
    staleTime: 300_000,
  });
  return data?.rights.includes("editDefinition");
}
