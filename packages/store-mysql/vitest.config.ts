import { mergeConfig } from "vitest/config";
import { packageTests } from "../../vitest.workspace.ts";

export default mergeConfig(packageTests, {
  test: { include: ["**/*.test.ts"], globalSetup: ["./tests/provide-server.ts"] },
});
