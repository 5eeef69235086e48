import { type Attack, judge, shareOf } from "../attack.ts";
import { post, type Received } from "../post.ts";

/** A new Locale for every call. */
export const locales: Attack = {
  name: "40,000 Locales",
  async run(port, scale) {
    const answers: Received[] = [];
    const count = shareOf(40_000, scale);
    for (let first = 0; first < count; first += 50) {
      const calls = Array.from({ length: 50 }, (_, at) => {
        const Locale = `en-US-x-${(first + at).toString(36).padStart(6, "a")}`;
        return post(port, "Notes", { Action: "Find", Rows: [{ Id: 1 }], Properties: { Locale } });
      });
      answers.push(...(await Promise.all(calls)));
    }
    return judge(answers, [200, 400]);
  },
};
