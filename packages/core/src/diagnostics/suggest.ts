/**
 * The candidate a misspelt name most likely meant, or undefined when none is near.
 * Case, blanks and punctuation do not count; otherwise about a third of the letters may differ, never all.
 * Of very many candidates only the first are compared, as far as the budget goes.
 */
export function suggest(
  name: string,
  candidates: Iterable<string>,
  budget: SuggestionBudget = { steps: MOST_STEPS },
): string | undefined {
  const target = simplify(name).slice(0, LONGEST);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(target.length / 3)) + 1;
  const most = Math.min(MOST_STEPS, budget.steps);
  let steps = 0;
  for (const candidate of candidates) {
    steps += 1;
    if (steps > most) break;
    const simple = simplify(candidate).slice(0, LONGEST);
    if (Math.abs(simple.length - target.length) >= bestDistance) continue;
    steps += target.length * simple.length;
    const distance = editDistance(target, simple);
    if (distance < bestDistance && distance < Math.max(target.length, simple.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  budget.steps -= steps;
  return best;
}

/** Letters that may still be compared with letters, for all suggestions of one call together. */
export interface SuggestionBudget {
  steps: number;
}

const LONGEST = 64;

/** Letters compared with letters: some thousand names of usual length. */
const MOST_STEPS = 200_000;

function simplify(name: string): string {
  return name
    .slice(0, 4 * LONGEST)
    .toLowerCase()
    .replace(/[\s_\-.]/g, "");
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(change, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
