/**
 * What the console takes of people's time, on a table of a million rows: `npm run -s console-speed`, with `--rows` for fewer.
 * `--write` writes the figures into docs/figures.json.
 */
import { parseArgs } from "node:util";
import { writeFigures } from "@tablewright/tooling/write-figures";
import { openBrowser } from "../browser/open-browser.ts";
import { signIn } from "../sign-in.ts";
import { framesWhileScrolling } from "./frames-while-scrolling.ts";
import { keysToFrames } from "./keys-to-frames.ts";
import { KEY, serveMillion } from "./serve-million.ts";
import { startOf } from "./start-of.ts";

const { values } = parseArgs({
  options: { rows: { type: "string", default: "1000000" }, write: { type: "boolean", default: false } },
});
const served = await serveMillion(Number(values.rows));
const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
  const { kilobytes, interactive } = await startOf(page, served.address);
  console.log(`first load: ${kilobytes.toFixed(0)} kB sent, interactive after ${interactive.toFixed(0)} ms`);
  await signIn(page, served.address, KEY);
  await page.getByText("Station 1", { exact: true }).first().waitFor();
  const { frames, perSecond, slowest, updates } = await framesWhileScrolling(page);
  console.log(
    `scrolling over ${values.rows} rows: ${frames} frames, ${perSecond.toFixed(1)} a second, the slowest after ${slowest.toFixed(0)} ms, with new rows ${updates.toFixed(1)} times a second`,
  );
  const { keys, median, worst } = await keysToFrames(page);
  console.log(
    `typing an expression: ${keys} keys, shown after ${median} ms in the median, ${worst} ms at most`,
  );
  const figures = {
    "first load": `${kilobytes.toFixed(0)} kB`,
    interactive: `${interactive.toFixed(0)} ms`,
    "frames a second while scrolling": perSecond.toFixed(1),
    "a key to its drawing, at most": `${worst} ms`,
  };
  if (values.write) writeFigures("console", figures, new Date().toISOString().slice(0, 10));
} finally {
  await browser.close();
  await served.stop();
}
