import type { Row, WriteTransaction } from "@tablewright/core/storage";

/** How many rows the tables of the attacked application have; a share of it where there is less time. */
interface Size {
  readonly notes: number;
  /** Each with a text of 10,000 characters. */
  readonly texts: number;
  /** Of the one row of `Wholes`. */
  readonly parts: number;
  readonly secrets: number;
}

export function sizeOf(scale: number): Size {
  const share = (whole: number) => Math.max(10, Math.round(whole * scale));
  return { notes: share(100_000), texts: share(2_000), parts: share(130_000), secrets: share(2_000) };
}

/** Who attacks, and who has nothing to do with it. */
export const KEYS = { attacker: "V2-attacker", bystander: "V2-bystander" } as const;

/** So many virtual columns each read the one before twice. */
const CHAIN = 40;

export const DEFINITION = `
tablewright: 1
app:
  id: fortress
  name: Fortress
  owner: owner@example.com
  api:
    enabled: true
    accessKeys:
      - { name: attacker, key: ${KEYS.attacker} }
      - { name: bystander, key: ${KEYS.bystander} }
tables:
  Notes:
    key: [Id]
    columns:
      Id: { type: Number }
      Owner: { type: Email }
      City: { type: Text, index: true }
      Body: { type: LongText }
      Price: { type: Price }
      Day: { type: Date }
  Texts: { key: [Id], columns: { Id: { type: Number }, Body: { type: LongText } } }
  Wholes: { key: [Id], columns: { Id: { type: Number }, Name: { type: Text } } }
  Parts: { key: [Id], columns: { Id: { type: Number }, Whole: { type: Ref, table: Wholes, partOf: true } } }
  Chains:
    key: [Id]
    columns:
      Id: { type: Number }
      V1: { type: Decimal, virtual: true, formula: "[Id] / 3.0" }
${Array.from({ length: CHAIN - 1 }, (_, at) => `      V${at + 2}: { type: Decimal, virtual: true, formula: "([V${at + 1}] + [V${at + 1}]) / 2.0" }`).join("\n")}
  Secrets:
    key: [Id]
    securityFilter: '[Owner] = USEREMAIL()'
    columns: { Id: { type: Number }, Owner: { type: Email }, Code: { type: Text }, Amount: { type: Number } }
actions:
  Touch: { table: Notes, set: { Price: "[Price] + 1" } }
`;

/** Fills the tables past the pipeline, a few thousand rows at a time. */
export async function fill(
  write: (work: (transaction: WriteTransaction) => Promise<unknown>) => Promise<unknown>,
  size: Size,
): Promise<void> {
  const put = async (table: string, count: number, rowOf: (at: number) => Row) => {
    for (let first = 0; first < count; first += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - first) }, (_, at) => rowOf(first + at + 1));
      await write((transaction) => transaction.insert(table, rows));
    }
  };
  await put("Notes", size.notes, (id) => [
    id,
    `person${id % 50}@example.com`,
    `City ${id % 100}`,
    `Note ${id}, seen in the harbour near pier ${id % 37}`,
    (id % 1_000) / 4,
    20_000 + (id % 365),
  ]);
  await put("Texts", size.texts, (id) => [id, `${id} `.padEnd(10_000, "ab ")]);
  await put("Wholes", 2, (id) => [id, `Whole ${id}`]);
  await put("Parts", size.parts, (id) => [id, 1]);
  await put("Chains", 100, (id) => [id]);
  await put("Secrets", size.secrets, (id) => [id, `person${id % 50}@example.com`, `code ${id * 7_919}`, id]);
}

const BATCH = 5_000;
