import { compile } from "@tablewright/core/expression";
import { toSql } from "@tablewright/store-sql";

const columns = { Status: "Text", Price: "Price" } as const;
const condition = compile('AND([Price] >= 10, [Status] = "open")', { columns });
const where = toSql(condition, { dialect: "sqlite", columns: { Price: "o.unit_price" } });

console.log(where.text, where.parameters, where.residual);
