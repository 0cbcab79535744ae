import { anthropicModel } from "../../src/anthropic.ts";
import type { JsonObject as Body } from "../../src/formats/dialect.ts";
import type { Model, SendRequest } from "../../src/formats/model.ts";
import { openaiChatModel, openaiResponsesModel } from "../../src/openai.ts";
import { playScript } from "../../src/simulator/play-script.ts";
import { checkHistory } from "../../src/simulator/rules/check-history.ts";
import type { JsonObject, ScriptFormat } from "../../src/simulator/script/script.ts";
import type { Random } from "./random.ts";
import { losing, scriptOf, someWire, type Way } from "./story.ts";

/** Who looks on while the model is asked. */
export interface Onlooker {
  /** What the model is told. */
  asked(history: unknown): void;
  /** The first part of an answer has come. */
  answering(): void;
  /** A rule of the API that the request breaks. */
  refused(rule: string): void;
}

const LOST_ONE_IN = 4;
const CEILING = 4096;

const models: Readonly<Record<ScriptFormat, (send: SendRequest) => Model>> = {
  "anthropic-messages": (send) => anthropicModel(send, { model: "story", max_tokens: CEILING }),
  "openai-chat": (send) => openaiChatModel(send, { model: "story", max_completion_tokens: CEILING }),
  "openai-responses": (send) => openaiResponsesModel(send, { model: "story", max_output_tokens: CEILING }),
};

/** A model that goes about its story in one way, on a wire of its choice, over a connection that is lost now and then. */
export function storyModel(way: Way, random: Random, onlooker: Onlooker): Model {
  const format = someWire(random);
  let told = -1;
  let step = -1;
  const send: SendRequest = async (body, { signal }) => {
    for (const { rule } of checkHistory(format, toSent(body))) onlooker.refused(rule);
    const history = body["messages"] ?? body["input"];
    onlooker.asked(history);
    // A request that is sent again tells no more than the one before it.
    const tells = Array.isArray(history) ? history.length : 0;
    if (tells > told) step += 1;
    told = tells;
    const script = scriptOf(format, way[step] ?? [], random);
    const isLost = random.below(LOST_ONE_IN) === 0;
    const played = playScript(isLost ? losing(script, random) : script, { seed: random.below(2 ** 31), signal });
    return watched(played, onlooker);
  };
  return models[format](send);
}

/** As it goes over the wire. */
function toSent(body: Body): JsonObject {
  return JSON.parse(JSON.stringify(body)) as JsonObject;
}

async function* watched(answer: AsyncIterable<Uint8Array>, onlooker: Onlooker): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const bytes of answer) {
    yield bytes;
    if (isFirst) onlooker.answering();
    isFirst = false;
  }
}
