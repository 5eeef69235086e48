/**
 * How often a property of the contract is tried: a quarter as often as `usual`, because the contract runs on every store with each change, or
 * as many times `usual` as the environment variable says: `TABLEWRIGHT_EFFORT=20 npm test -- sqlite-store`. Seeds are drawn anew in
 * each run, and one that fails is printed.
 */
export function randomRuns(usual: number): number {
  return Math.ceil(usual * Number(process.env.TABLEWRIGHT_EFFORT ?? 0.25));
}
