import type * as z from "zod";
import type { RecordCalls } from "../calls/record-calls.ts";
import type { Reply } from "../calls/reply.ts";
import type { PreparedChanges } from "../prepared/prepared-changes.ts";

/** What a tool works with: the calls of its caller. */
export interface ToolContext {
  readonly calls: RecordCalls;
  readonly prepared: PreparedChanges;
  /** Identifies the caller; never shown. */
  readonly caller: string;
}

/** One thing that an assistant may do. What it is refused comes back as errors; a throw is our own error. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For the assistant: what it does, and when to use it. */
  readonly description: string;
  readonly input: Input;
  /** Whether rows are changed by it, and whether it is there where they are only to be read. */
  readonly does: "read" | "prepare" | "change";
  run(context: ToolContext, input: z.infer<Input>): Promise<Reply<object>>;
}

export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}
