import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { NamedPerson } from "../people-objects.ts";

/** The positions of the people for which a condition is true. */
export type Run = () => readonly number[] | Promise<readonly number[]>;

/** An engine to compare with: its name, the number of rows it can be expected to finish, and how it runs. */
export interface Peer {
  readonly name: string;
  readonly rows: number;
  /** Whether it is asked the further conditions, too. */
  readonly isFurther?: true;
  readonly open: (people: readonly NamedPerson[]) => Promise<(condition: string) => Run>;
}

export const peersFolder = resolve(import.meta.dirname, "../../../peers");

/** Loads a package from a folder of peers, which are not installed with the project. */
export async function loadPeer<T>(name: string, folder = peersFolder): Promise<T> {
  const path = createRequire(resolve(folder, "package.json")).resolve(name);
  return (await import(pathToFileURL(path).href)) as T;
}

/** Runs a predicate over one person after the other. */
export function eachPerson<P>(people: readonly P[], holds: (person: P) => unknown): Run {
  return () => {
    const matches: number[] = [];
    for (let position = 0; position < people.length; position++) {
      if (holds(people[position] as P) === true) matches.push(position);
    }
    return matches;
  };
}

/** What engines without text functions of their own are lent. */
export const lent = {
  lower: (text: string): string => text.toLowerCase(),
  has: (text: string, part: string): boolean => text.includes(part),
  left: (text: string, count: number): string => text.slice(0, count),
  len: (text: string): number => text.length,
};
