import type { TestProject } from "vitest/node";

/** Whether this run has tests of a package, so that what only they need is worth starting. */
export function isTested({ vitest }: TestProject, name: string): boolean {
  return vitest.state.getPaths().some((path) => path.includes(`/packages/${name}/`));
}
