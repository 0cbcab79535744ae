import type { FaultName, PlaygroundState, ServiceName, StartTurn, WireName } from "../../shared/api.ts";

/** What the person is about to ask, and what is to go wrong. */
export type Choice = StartTurn;

/** What the person did to a choice. */
export type ChoiceChange =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "fault"; readonly fault: FaultName }
  | { readonly type: "wire"; readonly wire: WireName }
  | { readonly type: "service"; readonly service: ServiceName }
  | { readonly type: "sent" };

/** What the page begins with. */
export const firstChoice: Choice = { text: "", wire: "anthropic-messages", fault: "none", service: "simulator" };

type Known = Pick<PlaygroundState, "faults" | "prompts" | "services">;

/** Changes a choice. Words that the person wrote stay; words that came with a fault go with it. */
export function changeChoice(choice: Choice, change: ChoiceChange, known: Known): Choice {
  switch (change.type) {
    case "text":
      return { ...choice, text: change.text };
    case "wire":
      return { ...choice, wire: change.wire };
    case "fault":
      return { ...choice, fault: change.fault, text: textFor(choice.text, change.fault, known) };
    case "service":
      return changeService(choice, change.service, known);
    case "sent":
      return { ...choice, text: "" };
  }
}

function textFor(text: string, fault: FaultName, { faults, prompts }: Known): string {
  const given = [...prompts, ...faults.map(({ prompt }) => prompt)];
  if (text.trim() !== "" && !given.includes(text)) return text;
  return fault === "none" ? "" : (faults.find(({ name }) => name === fault)?.prompt ?? "");
}

/** A real service speaks its own wires, and nobody can tell it to fail. */
function changeService(choice: Choice, name: ServiceName, { services }: Known): Choice {
  const service = services.find((candidate) => candidate.name === name);
  if (service === undefined || service.missing !== null) return choice;
  const wire = service.wires.includes(choice.wire) ? choice.wire : (service.wires[0] ?? choice.wire);
  return { ...choice, service: name, wire, fault: name === "simulator" ? choice.fault : "none" };
}
