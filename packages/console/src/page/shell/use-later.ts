import { useCallback, useEffect, useRef, useState } from "react";

/** Milliseconds without a key, after which an expression is checked and tried: a key is shown before that. */
export const A_MOMENT = 60;

/** Acts on the last value once none has come for some milliseconds; not at all where the component is gone by then. */
export function useLater<T>(act: (value: T) => void, pause: number): (value: T) => void {
  const latest = useRef(act);
  latest.current = act;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (value: T) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(value), pause);
    },
    [pause],
  );
}

/** A value once it has not changed for some milliseconds; equal values are one value. */
export function useSettled<T>(value: T, pause: number): T {
  const [settled, setSettled] = useState(value);
  const settleLater = useLater(setSettled, pause);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are one value
  useEffect(() => settleLater(value), [text, settleLater]);
  return settled;
}
