import type { Definition } from "@tablewright/client";
import { instantText } from "../shell/instant-text.ts";
import { useWords } from "../words/use-words.tsx";

interface DefinitionVersionsProps {
  readonly versions: Definition["versions"];
  /** The version that is looked at. */
  readonly looked: string | undefined;
  onLook(version: string | undefined): void;
}

/** The versions that are kept, the newest first: who saved them, when and why. */
export function DefinitionVersions({ versions, looked, onLook }: DefinitionVersionsProps) {
  const { say, locale } = useWords();
  return (
    <section className="versions" aria-label={say("versions")}>
      <h2>{say("versions")}</h2>
      <ol reversed>
        {versions.map(({ version, at, by, note, canRestore }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may have been served several times
          <li key={index} aria-current={version === looked}>
            <span>{instantText(at, locale)}</span>{" "}
            <span>
              {by === undefined ? say("byHand") : say("by", { user: by.user ?? by.accessKey ?? "" })}
            </span>{" "}
            {note === undefined ? null : <q dir="auto">{note}</q>}{" "}
            {index === 0 ? (
              <em>{say("isServed")}</em>
            ) : canRestore ? (
              <button type="button" onClick={() => onLook(version === looked ? undefined : version)}>
                {say(version === looked ? "lookedAt" : "lookAt")}
              </button>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
