/** A program that reads the application: who has which tool. */
import { createClient } from "@tablewright/client";
import type { Application } from "./application.ts";

const tools = createClient<Application>({
  url: process.env.TABLEWRIGHT_URL ?? "http://127.0.0.1:8080",
  app: "tools",
  key: process.env.TABLEWRIGHT_KEY ?? "",
});

const { rows } = await tools.find("Open Loans");
if (rows.length === 0) console.log("No tool is lent.");
for (const loan of rows) console.log(`${loan.Tool} is lent to ${loan.Borrower} since ${loan.Since}`);
