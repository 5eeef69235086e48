/** The playground as static files: the engine's evaluator runs in the page, and nothing is sent anywhere. */
import { lazy, StrictMode, Suspense, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { useLater } from "../playground/use-later.ts";
import { A_MOMENT } from "../shell/use-settled.ts";
import { playgroundWords } from "../words/playground-words.ts";
import { LanguageChoice, useWords, WordsProvider } from "../words/use-words.tsx";
import { fragmentOf, type PlaygroundState, shownAt } from "./address.ts";
import "../theme.css";
import "../shell/shell.css";
import "./offline.css";

/** The language comes when the page is there; rules bring more of it. */
const SHOWN_PAGES = {
  expressions: lazy(() => import("./typed-rows-page.tsx").then((page) => ({ default: page.TypedRowsPage }))),
  decisions: lazy(() => import("./rules-page.tsx").then((page) => ({ default: page.RulesPage }))),
};

const place = document.getElementById("page");
if (place === null) throw new Error("The page has no place for the playground.");
createRoot(place).render(
  <StrictMode>
    <WordsProvider texts={playgroundWords}>
      <OfflinePlayground />
    </WordsProvider>
  </StrictMode>,
);

const PAGES = ["expressions", "decisions"] as const;

function OfflinePlayground() {
  const { say } = useWords();
  const { shown, change } = useShown();
  const { page } = shown;
  const ShownPage = SHOWN_PAGES[page];
  return (
    <div className="offline">
      <header className="bar">
        <strong className="brand">Tablewright</strong>
        <nav aria-label={say("tools")}>
          {PAGES.map((one) => (
            <button
              key={one}
              type="button"
              aria-current={one === page ? "page" : undefined}
              onClick={() => change({ page: one })}
            >
              {say(one)}
            </button>
          ))}
        </nav>
        <LanguageChoice />
      </header>
      <main className="page">
        <Suspense fallback={<p className="skeleton">{say("loading")}</p>}>
          <ShownPage shown={shown} onChange={change} />
        </Suspense>
        <p className="hint privacy">{say("nothingSent")}</p>
      </main>
    </div>
  );
}

/** What is shown, which the address holds a moment after each change. */
function useShown() {
  const [shown, setShown] = useState<PlaygroundState>(() => shownAt(location.hash));
  const writeLater = useLater(
    (next: PlaygroundState) => history.replaceState(null, "", fragmentOf(next)),
    5 * A_MOMENT,
  );
  useEffect(() => {
    const onChange = () => setShown((last) => shownAt(location.hash, last));
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);
  const change = (part: Partial<PlaygroundState>) => {
    const next = { ...shown, ...part };
    setShown(next);
    writeLater(next);
  };
  return { shown, change };
}
