/** Words as a scalar of YAML, in quotes where those that stand there begin with `quote`, or where they are needed. */
export function scalarOfWords(words: string, quote: string): string {
  if (quote === "'") return `'${words.replaceAll("'", "''")}'`;
  return quote === '"' || !isPlainScalar(words) ? JSON.stringify(words) : words;
}

/** Whether YAML reads the text without quotes as itself, everywhere. */
export function isPlainScalar(text: string): boolean {
  const isWords = /^[\p{L}_][\p{L}\p{N}_ .?/()-]*$/u.test(text) && text === text.trim();
  return isWords && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
}
