/** Locales in whose forms files are read, beside that of the application; all are BCP 47 tags that the service takes. */
export const LOCALES: readonly string[] = [
  "en-US",
  "en-GB",
  "de-DE",
  "de-CH",
  "es-ES",
  "fr-FR",
  "it-IT",
  "ja-JP",
  "nl-NL",
  "pl-PL",
  "pt-BR",
  "sv-SE",
];
