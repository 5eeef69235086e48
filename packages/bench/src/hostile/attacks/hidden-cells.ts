import { type Attack, expectAnswers } from "../attack.ts";
import { post, tally } from "../post.ts";

/** A cell of a hidden row is guessed at by what fails, or costs, when the guess is right. */
export const hiddenCells: Attack = {
  name: "guesses at a hidden cell",
  async run(port) {
    const probe = (digit: number, trap: string) =>
      post(port, "Secrets", {
        Action: "Find",
        Properties: {
          RunAsUserEmail: "nobody@example.com",
          Selector: `FILTER("Secrets", AND([Id] = 5, STARTSWITH([Code], "code ${digit}"), ${trap}))`,
        },
      });
    const traps = [
      "[Amount] * 9007199254740991 > 0",
      "1 / ([Amount] - [Amount]) > 0",
      'LEN(SUBSTITUTE(SUBSTITUTE([Code], "", "aaaaaaaa"), "a", [Code])) > 0',
      "COUNT(SELECT(Notes[Id], [Price] > 1)) > 5",
    ];
    const answers = [];
    const errors: string[] = [];
    for (const trap of traps) {
      const guesses = await Promise.all(Array.from({ length: 10 }, (_, digit) => probe(digit, trap)));
      const codes = new Set(
        guesses.map(
          ({ status, text }) =>
            `${status} ${text.replace(/"traceId":"[^"]*"/u, "").replace(/code \d/gu, "")}`,
        ),
      );
      if (codes.size > 1) errors.push(`${codes.size} different answers to guesses with ${trap}`);
      answers.push(...guesses);
    }
    return { answers: tally(answers), errors: [...errors, ...expectAnswers(answers, [200, 400])] };
  },
};
