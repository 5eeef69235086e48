import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Whether a definition file is the example that comes with these sources, whose access key everybody knows. */
export function isBundledExample(file: string): boolean {
  try {
    return realpathSync(file) === realpathSync(EXAMPLE);
  } catch {
    return false; // a published package comes without the example
  }
}

const EXAMPLE = fileURLToPath(new URL("../../../examples/people/app.yaml", import.meta.url));
