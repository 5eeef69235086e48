import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { recordBatches } from "../service/records.ts";

/** Writes the records of the service measurements as a CSV file. */
export async function writeCsv(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file);
  out.write("Id,Name,City,Price,Quantity,Day,Parent\n");
  for (const batch of recordBatches(rows)) {
    const lines = batch.map(
      ({ Id, Name, City, Price, Quantity, Day, Parent }) =>
        `${Id},${Name},${City},${Price},${Quantity},${Day},${Parent}\n`,
    );
    if (!out.write(lines.join(""))) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}
