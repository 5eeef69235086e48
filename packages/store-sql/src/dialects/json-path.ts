/** The path of members in JSON, as SQLite, MariaDB and MySQL write it; undefined where a name would need an escape. */
export function jsonPath(names: readonly string[]): string | undefined {
  return names.every((name) => PLAIN.test(name))
    ? `$${names.map((name) => `."${name}"`).join("")}`
    : undefined;
}

const PLAIN = /^[^"\\\p{Cc}]+$/u;
