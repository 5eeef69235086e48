/** A map of at most so many values; when it is full, it begins again. */
export function recentValues<T>(most: number): RecentValues<T> {
  const values = new Map<string, T>();
  return {
    get: (name) => values.get(name),
    set(name, value) {
      if (values.has(name)) return;
      if (values.size >= most) values.clear();
      values.set(name, value);
    },
  };
}

interface RecentValues<T> {
  get(name: string): T | undefined;
  set(name: string, value: T): void;
}
