/** Resolves after so many milliseconds; rejects with the signal's reason when it ends before. */
export function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(stop.reason);
    };
    const timer = setTimeout(() => {
      stop.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    stop.addEventListener("abort", end, { once: true });
    if (stop.aborted) end();
  });
}
