import { LANGUAGES, type PageLanguage, useWords } from "./use-words.tsx";

/** The language of the page. */
export function LanguageChoice() {
  const { say, language, setLanguage } = useWords();
  return (
    <select
      aria-label={say("language")}
      value={language}
      onChange={(event) => setLanguage(event.target.value as PageLanguage)}
    >
      {LANGUAGES.map((tag) => (
        <option key={tag} value={tag}>
          {tag}
        </option>
      ))}
    </select>
  );
}
