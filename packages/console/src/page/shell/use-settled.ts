import { useEffect, useState } from "react";

/** Milliseconds without a key, after which an expression is checked and tried: a key is shown before that. */
export const A_MOMENT = 60;

/** A value once it has not changed for some milliseconds; equal values are one value. */
export function useSettled<T>(value: T, pause: number): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are one value
  useEffect(() => {
    const timer = setTimeout(setSettled, pause, value);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return settled;
}
