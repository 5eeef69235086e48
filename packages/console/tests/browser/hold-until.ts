import type { Route } from "playwright-core";

/** Has a request answered, and hands the answer on when something else is done; the page may not wait for it any more. */
export function holdUntil(done: Promise<void>, answered: () => void) {
  return async (route: Route): Promise<void> => {
    const response = await route.fetch();
    answered();
    await done;
    await route.fulfill({ response }).catch(() => undefined);
  };
}
