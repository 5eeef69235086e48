/** The writing of days, each done once: the rows of a table share few days, and to write one costs more than to look it up. */
export function rememberDays(write: (day: number) => string): (day: number) => string {
  const written = new Map<number, string>();
  return (day) => {
    const existing = written.get(day);
    if (existing !== undefined) return existing;
    if (written.size >= MOST_REMEMBERED) written.clear();
    const text = write(day);
    written.set(day, text);
    return text;
  };
}

/** The days of a century or so. */
const MOST_REMEMBERED = 40_000;
