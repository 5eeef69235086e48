import type { Engine } from "@tablewright/core";
import type { EventOperator } from "@tablewright/http";
import type { OpenApplication } from "./open-application.ts";

/** What operators do with the events of each application, by its id; loaded when it is first used. `engineAt` gives its engine of the moment. */
export function eventsOf(
  applications: readonly OpenApplication[],
  engineAt: (at: number) => Engine,
  readOnly: boolean,
): (id: string) => EventOperator | undefined {
  return (id) => {
    const at = applications.findIndex(({ engine }) => engine.app.id === id);
    const application = applications[at];
    if (application === undefined) return undefined;
    const operator = async () => {
      const { eventOperator } = await import("@tablewright/delivery");
      return eventOperator(application.store, id, Date.now, () => engineAt(at).eventOrder);
    };
    return {
      readOnly,
      list: async (choice) => (await operator()).list(choice),
      retry: async (chosen) => (await operator()).retry(chosen),
      drop: async (chosen) => (await operator()).drop(chosen),
    };
  };
}
