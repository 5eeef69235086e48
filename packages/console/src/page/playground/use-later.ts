import { useCallback, useEffect, useRef } from "react";

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
