import type { EventOperator } from "@tablewright/http";
import type { OpenApplication } from "./open-application.ts";

/** What operators do with the events of each application, by its id; loaded when it is first used. */
export function eventsOf(
  applications: readonly OpenApplication[],
): (id: string) => EventOperator | undefined {
  return (id) => {
    const application = applications.find(({ engine }) => engine.app.id === id);
    if (application === undefined) return undefined;
    const operator = async () => {
      const { eventOperator } = await import("@tablewright/delivery");
      return eventOperator(application.store, id, Date.now);
    };
    return {
      list: async (choice) => (await operator()).list(choice),
      retry: async (chosen) => (await operator()).retry(chosen),
      drop: async (chosen) => (await operator()).drop(chosen),
    };
  };
}
