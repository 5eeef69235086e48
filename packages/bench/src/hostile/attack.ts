import { type Received, tally } from "./post.ts";

/** Something that a caller with a valid key, or without one, does to a server. */
export interface Attack {
  readonly name: string;
  /** Carries it out; `scale` 1 is all of it, less a share. */
  run(port: number, scale: number): Promise<AttackReport>;
}

export interface AttackReport {
  /** What came back how often. */
  readonly answers: readonly string[];
  /** What should not have come back, in words. */
  readonly errors: readonly string[];
}

/** At least one, and at most the whole. */
export function shareOf(whole: number, scale: number): number {
  return Math.max(1, Math.round(whole * scale));
}

/** What came back of all rounds, which follow one another. */
export async function inRounds(
  rounds: number,
  round: () => Promise<readonly Received[]>,
): Promise<readonly Received[]> {
  const received: Received[] = [];
  for (let at = 0; at < rounds; at++) received.push(...(await round()));
  return received;
}

/** What came back, with an error for each answer that is not expected, or longer than so many characters. */
export function judgeAnswers(
  received: readonly Received[],
  expected: readonly (number | string)[],
  longest?: number,
): AttackReport {
  return { answers: tally(received), errors: expectAnswers(received, expected, longest) };
}

/** An error for each answer that is none of these, or longer than so many characters. */
export function expectAnswers(
  received: readonly Received[],
  expected: readonly (number | string)[],
  longest = Number.POSITIVE_INFINITY,
): readonly string[] {
  const errors = received.flatMap(({ status, code, text }) => {
    const isExpected = expected.includes(status) || (code !== undefined && expected.includes(code));
    if (!isExpected)
      return [`${status} ${code ?? text.slice(0, 200)}, where ${expected.join(" or ")} is due`];
    return text.length > longest ? [`an answer of ${text.length} characters`] : [];
  });
  return [...new Set(errors)];
}
