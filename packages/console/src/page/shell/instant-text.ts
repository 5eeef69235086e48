/** An instant in ISO 8601 as people read it, in the zone of their browser. */
export function instantText(instant: string, locale: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return instant;
  return time.toLocaleString(locale, { dateStyle: "medium", timeStyle: "medium" });
}
