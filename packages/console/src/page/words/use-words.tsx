import { createContext, type ReactNode, use, useMemo, useState } from "react";
import type { Word } from "./en.ts";

const LANGUAGES = ["en", "de"] as const;
type PageLanguage = (typeof LANGUAGES)[number];

/** The texts of a page; its other words are not said. */
type Texts = Readonly<Record<PageLanguage, Readonly<Partial<Record<Word, string>>>>>;

/** A text of the page in its language, with values for the names in braces. */
export type Say = (word: Word, values?: Readonly<Record<string, string | number>>) => string;

interface Words {
  readonly say: Say;
  readonly language: PageLanguage;
  /** The tag by which dates and numbers are shown: that of the browser where it speaks the language of the page. */
  readonly locale: string;
  setLanguage(language: PageLanguage): void;
}

const WordsContext = createContext<Words | undefined>(undefined);

/** The language of the browser where there is one of its name, else English. */
export function WordsProvider({ texts, children }: { readonly texts: Texts; readonly children: ReactNode }) {
  const [language, setLanguage] = useState<PageLanguage>(languageOfBrowser);
  const words = useMemo(
    () => ({ say: sayIn(texts[language]), language, locale: localeOf(language), setLanguage }),
    [texts, language],
  );
  return <WordsContext value={words}>{children}</WordsContext>;
}

export function useWords(): Words {
  const words = use(WordsContext);
  if (words === undefined) throw new Error("There are no words outside a WordsProvider.");
  return words;
}

function sayIn(texts: Texts[PageLanguage]): Say {
  return (word, values = {}) =>
    (texts[word] ?? word).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function languageOfBrowser(): PageLanguage {
  const languages = navigator.languages.map((tag) => tag.slice(0, 2));
  return LANGUAGES.find((language) => languages.includes(language)) ?? "en";
}

function localeOf(language: PageLanguage): string {
  return navigator.languages.find((tag) => tag.slice(0, 2) === language) ?? language;
}

/** An instant in ISO 8601 as people read it, in the zone of their browser. */
export function instantText(instant: string, locale: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return instant;
  return time.toLocaleString(locale, { dateStyle: "medium", timeStyle: "medium" });
}

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
