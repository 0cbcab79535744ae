import { runTurn, tool, type Model } from "../../src/index.ts";
import { startSimulator, type Script, type ScriptFormat } from "../../src/simulator.ts";
import { fetchChat, fetchClaude, fetchResponses, type Service } from "./recipes/turn-fetch.ts";
import { openaiResponsesModel } from "../../src/openai.ts";

/** The wires of docs/history.md, and Responses with stored state. */
export type Wire = "anthropic" | "chat" | "responses" | "stored";

/** What a turn came to, and the conversation of each of its requests. */
export interface PlayedTurn {
  readonly requests: readonly unknown[];
  readonly history: unknown;
  readonly ending: string;
}

const find = tool({
  name: "find",
  description: "Finds a person.",
  effect: "read",
  input: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  run: () => "Ada, room 3",
});

/** Runs a turn in which the model gives these answers, one after the other. */
export async function playTurn(wire: Wire, answers: readonly (Script | string)[]): Promise<PlayedTurn> {
  const simulator = await startSimulator({ scripts: { played: answers } });
  const service = { baseUrl: `${simulator.url}/v1`, headers: {} };
  const messages = [{ role: "user", content: "Who are Ada and 7?" }];
  const turn = runTurn({ model: modelOf(wire, service), messages, tools: [find], retries: 0 });
  const { ending, history } = await turn.result;
  await simulator.close();
  const refused = simulator.requests.flatMap(({ violations }) => violations);
  if (refused.length > 0) throw new Error(`a request was refused: ${JSON.stringify(refused)}`);
  return { requests: simulator.requests.map(({ body }) => conversationOf(body)), history, ending: ending.kind };
}

/** Two calls at once, the second of which does not fit, and then words. */
export function twoCalls(wire: Wire): readonly Script[] {
  const format = formatOf(wire);
  const [first, second] = wire === "anthropic" ? ["toolu_a", "toolu_b"] : ["call_a", "call_b"];
  return [
    {
      format,
      envelope: wire === "stored" ? { id: "resp_1" } : {},
      steps: [
        { kind: "text", text: "I'll look both up." },
        { kind: "call", id: first, name: "find", arguments: '{"name":"Ada"}', ...itemId(wire, "fc_a") },
        { kind: "call", id: second, name: "find", arguments: '{"name":7}', ...itemId(wire, "fc_b") },
        { kind: "stop", reason: "calls" },
        { kind: "done" },
      ],
    },
    {
      format,
      steps: [{ kind: "text", text: "Ada is here. Who is 7?" }, { kind: "stop", reason: "end" }, { kind: "done" }],
    },
  ];
}

/** The format of a wire. */
export function formatOf(wire: Wire): ScriptFormat {
  if (wire === "anthropic") return "anthropic-messages";
  return wire === "chat" ? "openai-chat" : "openai-responses";
}

function itemId(wire: Wire, id: string): { readonly itemId?: string } {
  return wire === "anthropic" || wire === "chat" ? {} : { itemId: id };
}

function modelOf(wire: Wire, service: Service): Model {
  if (wire === "anthropic") return fetchClaude(service, "played");
  if (wire === "chat") return fetchChat(service, "played");
  if (wire === "responses") return fetchResponses(service, "played");
  const send = (body: object, { signal }: { readonly signal: AbortSignal }): Promise<Response> =>
    fetch(`${service.baseUrl}/responses`, { method: "POST", body: JSON.stringify(body), signal });
  return openaiResponsesModel(send, { model: "played" }, { state: "stored" });
}

function conversationOf(body: unknown): unknown {
  const { messages, input, previous_response_id: previous } = parseBody(body);
  return messages ?? (previous === undefined ? input : { previous_response_id: previous, input });
}

interface Body {
  readonly messages?: unknown;
  readonly input?: unknown;
  readonly previous_response_id?: unknown;
}

function parseBody(body: unknown): Body {
  // The turn made it.
  return body as Body;
}
