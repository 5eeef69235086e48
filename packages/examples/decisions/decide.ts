/** Rules on plain objects, also shown in the README. Run it with `npx node --conditions=source`. */
import { loadRules } from "@tablewright/core/rules";

const { output: rules } = loadRules(`
tablewright: 1
rules: { id: checkout }
facts: { tier: Text, total: Price }
decisions:
  Discount:
    type: Percent
    hit: first
    inputs: ["[tier]", "[total]"]
    rows:
      - [gold, ">= 1000", 0.15]
      - [gold, "-", 0.1]
    otherwise: 0
`);
console.log(rules?.decide({ tier: "gold", total: 1200 }).outputs);
