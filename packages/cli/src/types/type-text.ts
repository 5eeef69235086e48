/** A text as a literal of TypeScript. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A name as a member of a type: plain where it may be. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : quoted(name);
}

/** A doc comment of one line. What would end it, or the line, is written so that it does not. */
export function docOf(text: string, indent: string): string {
  const line = text.replaceAll(/\s+/gu, " ").replaceAll("*/", "*\\/").trim();
  return `${indent}/** ${line} */`;
}
