import type { Path } from "./definition-source.ts";

/** Plain data as a definition is read to; `__proto__` is never among the names. */
export type PlainPart = string | number | boolean | null | PlainPart[] | { [name: string]: PlainPart };

/** A copy that can be changed without changing the original. */
export function copyPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(copyPart);
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, copyPart(member)]));
}

/** What stands at a path; undefined when nothing does. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** Sets a member or an item of what stands around it; nothing happens where there is nothing around it. */
export function putAt(root: unknown, path: Path, value: PlainPart): void {
  const around = valueAt(root, path.slice(0, -1));
  if (typeof around === "object" && around !== null)
    (around as Record<string | number, unknown>)[path.at(-1) ?? ""] = value;
}

export function removeAt(root: unknown, path: Path): void {
  const around = valueAt(root, path.slice(0, -1));
  if (typeof around === "object" && around !== null)
    delete (around as Record<string | number, unknown>)[path.at(-1) ?? ""];
}
