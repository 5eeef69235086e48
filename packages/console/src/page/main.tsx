/** Puts the console into the page. */
import { StrictMode, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import "./theme.css";
import { ProblemError } from "@tablewright/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createApi, type Session } from "./api/create-api.ts";
import { createConsoleRouter } from "./create-console-router.tsx";
import { SessionProvider } from "./session/session-context.tsx";
import { SignInPage } from "./session/sign-in-page.tsx";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { WordsProvider } from "./words/use-words.tsx";

const TEXTS = { en, de };

const place = document.getElementById("page");
if (place === null) throw new Error("The page has no place for the console.");
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** The console: a page to sign in, then the application as the session sees it. */
function App() {
  const [session, setSession] = useState<Session>();
  return (
    <WordsProvider texts={TEXTS}>
      {session === undefined ? (
        <SignInPage onSignIn={setSession} />
      ) : (
        <SignedIn session={session} onSignOut={() => setSession(undefined)} />
      )}
    </WordsProvider>
  );
}

/** What was read is forgotten with the session. */
function SignedIn({ session, onSignOut }: { readonly session: Session; onSignOut(): void }) {
  const queries = useMemo(
    () => new QueryClient({ defaultOptions: { queries: QUERIES, mutations: MUTATIONS } }),
    [],
  );
  const router = useMemo(createConsoleRouter, []);
  const value = useMemo(
    () => ({ app: session.app, api: createApi(session), signOut: onSignOut }),
    [session, onSignOut],
  );
  return (
    <SessionProvider value={value}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SessionProvider>
  );
}

const QUERIES = {
  staleTime: 30_000,
  /** What the service has answered is final; a server that is away may come back. */
  retry: (count: number, error: Error) => count < 2 && !(error instanceof ProblemError),
  retryDelay: 500,
  /** A server on the same machine answers without a network, and one that does not is said to be away. */
  networkMode: "always",
} as const;

const MUTATIONS = { networkMode: "always" } as const;
