import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createClient } from "@tablewright/client";
import { exampleFiles } from "@tablewright/examples";
import { type ServedByCommand, serveByCommand } from "../serve-command.ts";

export const KEY = "V2-sales-local-key";

/** The sales example as docs/console.md has it served, after an order was packed and shipped; its key may change the definition. */
export async function serveSales(): Promise<ServedByCommand> {
  const { definition } = exampleFiles("sales");
  const served = await serveByCommand(
    ["app.yaml", "--mail-folder", "mails", "--edit-definition"],
    (folder) => {
      cpSync(dirname(definition), folder, { recursive: true });
      const file = join(folder, "app.yaml");
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace("undo: true,", "undo: true,\n          editDefinition: true,"));
    },
  );
  const sales = createClient({ url: new URL(served.address).origin, app: "sales", key: KEY });
  await sales.invoke("Pack And Ship", "Orders", [{ "Order ID": 7705 }]);
  return served;
}
