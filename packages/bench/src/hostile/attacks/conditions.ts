import {
  type Attack,
  expectAnswers,
  inRounds,
  judgeAnswers,
  post,
  type Received,
  shareOf,
  tally,
} from "../attack.ts";

const find = (port: number, table: string, Selector: string, Params: object = {}) =>
  post(port, table, { Action: "Find", Properties: { Selector, Params, Columns: ["Id"] } });

/** What may come of a call that costs more than a call may. */
const REFUSED = ["limit/fuel", "limit/time", "limit/text-length", "limit/list-length"] as const;

/** Text that grows with every step of a condition. */
export const growingText: Attack = {
  name: "12 nested SUBSTITUTE over 2,000 texts of 10,000 characters",
  async run(port) {
    let text = "[Body]";
    for (let depth = 0; depth < 12; depth++) text = `SUBSTITUTE(${text}, "a", "aaaaaaaa")`;
    const answer = await find(port, "Texts", `FILTER("Texts", LEN(${text}) > 0)`);
    return judgeAnswers([answer], REFUSED);
  },
};

/** A condition of many parts, none of which is true of any row. */
export const manyContains: Attack = {
  name: "OR of 400 CONTAINS over 100,000 rows",
  async run(port) {
    const parts = Array.from({ length: 400 }, (_, at) => `CONTAINS([Body], "x${at}")`);
    const answer = await find(port, "Notes", `FILTER("Notes", OR(${parts}))`);
    return judgeAnswers([answer], [200, ...REFUSED]);
  },
};

/** Calls of one key at a time, each as costly as one may be, of every kind. */
export const worstCalls: Attack = {
  name: "16 of the worst calls at a time",
  async run(port, scale) {
    const prices = "a $1.25 and 3 USD or 4,50 € ".repeat(shareOf(2_200, scale));
    const kinds: readonly (() => Promise<Received>)[] = [
      () => find(port, "Notes", 'FILTER("Notes", LEN(SUBSTITUTE([Body], "e", UNIQUEID())) > 1000)'),
      () =>
        find(port, "Notes", 'FILTER("Notes", COUNT(SELECT(Notes[Id], [Price] > [_THISROW-1].[Price])) < 0)'),
      () =>
        find(port, "Notes", 'FILTER("Notes", COUNT(EXTRACTPRICES([_PARAM].[text])) < [Id])', {
          text: prices,
        }),
      () => find(port, "Texts", 'FILTER("Texts", COUNT(SPLIT([Body], "a")) < 0)'),
    ];
    const answers = await inRounds(shareOf(3, scale), () =>
      Promise.all(
        Array.from({ length: 16 }, (_, at) => (kinds[at % kinds.length] as () => Promise<Received>)()),
      ),
    );
    return judgeAnswers(answers, [200, 429, ...REFUSED]);
  },
};

/** Rows that all have to be seen before the first of them is answered. */
export const everythingInOrder: Attack = {
  name: "all of 100,000 rows in an order of their own",
  async run(port, scale) {
    const orders = [
      'ORDERBY(FILTER("Notes", TRUE), [Body], TRUE)',
      'ORDERBY(FILTER("Notes", CONTAINS([Body], "1")), [Price], FALSE, [Body], TRUE)',
      'ORDERBY(FILTER("Notes", TRUE), LEFT([Owner], 8), TRUE, [Id] * 7)',
    ];
    const answers = await inRounds(shareOf(3, scale), () =>
      Promise.all(orders.map((order) => find(port, "Notes", order))),
    );
    return judgeAnswers(answers, [200, ...REFUSED]);
  },
};

/** Conditions on a row that search all others, and find the same for each of them. */
export const searchesOfAll: Attack = {
  name: "searches of 100,000 rows inside conditions",
  async run(port, scale) {
    const searches = [
      'IN([Price], SELECT(Notes[Price], CONTAINS([Body], "97")))',
      "[Price] > AVERAGE(Notes[Price])",
      "[Id] > COUNT(UNIQUE(Notes[Body]))",
      '[Id] = INDEX(SELECT(Notes[Id], CONTAINS([Body], "pier 3")), 3000)',
      '[Id] = LOOKUP("nothing is called so", Notes, Body, Id)',
    ];
    const answers: Received[] = [];
    for (let round = 0; round < shareOf(2, scale); round++)
      for (const search of searches) answers.push(await find(port, "Notes", `FILTER("Notes", ${search})`));
    return judgeAnswers(answers, [200, ...REFUSED]);
  },
};

/** Virtual columns that each read the one before twice. */
export const virtualChain: Attack = {
  name: "40 virtual columns that each read the one before twice",
  async run(port) {
    const answer = await post(port, "Chains", { Action: "Find" });
    const isRight = answer.text.includes('"V40":33.3333333333333');
    return {
      answers: tally([answer]),
      errors: [...expectAnswers([answer], [200]), ...(isRight ? [] : ["the last of them is not what it is"])],
    };
  },
};

/** A cell of a hidden row is guessed at by what fails, or costs, when the guess is right. */
export const hiddenCellsAttack: Attack = {
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
