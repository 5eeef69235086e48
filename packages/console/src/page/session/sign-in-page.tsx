import { type FormEvent, useState } from "react";
import { createApi, type Session } from "../api/create-api.ts";
import { messageOf } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import "./sign-in.css";

/** Asks for an application and a key or token, and tries them before it lets them in. */
export function SignInPage({ onSignIn }: { onSignIn(session: Session): void }) {
  const { say } = useWords();
  const [error, setError] = useState<string>();
  const [isTrying, setTrying] = useState(false);
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const session = sessionOf(new FormData(event.currentTarget));
    setTrying(true);
    try {
      await createApi(session).tables();
      onSignIn(session);
    } catch (problem) {
      setError(messageOf(problem as Error, say, "noAnswer"));
      setTrying(false);
    }
  };
  return (
    <main className="sign-in">
      <form onSubmit={signIn}>
        <h1>{say("signInWith")}</h1>
        <label>
          {say("application")}
          <input name="app" required defaultValue={applicationInAddress()} autoComplete="off" />
        </label>
        <fieldset className="choice">
          <label>
            <input type="radio" name="kind" value="key" defaultChecked /> {say("accessKey")}
          </label>
          <label>
            <input type="radio" name="kind" value="token" /> {say("token")}
          </label>
        </fieldset>
        <input name="secret" type="password" required autoComplete="off" aria-label={say("accessKey")} />
        <p className="hint">{say("signInHelp")}</p>
        {error === undefined ? null : (
          <p className="problem" role="alert">
            {error}
          </p>
        )}
        <button type="submit" className="main" disabled={isTrying}>
          {say("signIn")}
        </button>
      </form>
    </main>
  );
}

function sessionOf(form: FormData): Session {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  return { app: text("app"), secret: text("secret"), kind: text("kind") === "token" ? "token" : "key" };
}

/** The address that `tablewright serve` prints names the application. */
function applicationInAddress(): string {
  return new URLSearchParams(location.search).get("app") ?? "";
}
