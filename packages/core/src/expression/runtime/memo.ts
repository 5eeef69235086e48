/** A function whose result is kept with its argument, for as long as that lives. */
export function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = { value: make(key) };
      results.set(key, result);
    }
    return result.value;
  };
}
