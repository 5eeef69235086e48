/** Makes names of requests for logs and answers: one part that differs from process to process, and a number. */
export function createRequestIds(): () => string {
  let process: string | undefined; // some runtimes have nothing random before the first request
  let count = 0;
  return () => {
    process ??= crypto.randomUUID().slice(0, 18);
    return `${process}-${(++count).toString(36)}`;
  };
}
