import type { Finding, HistoryRule, StoredCall } from "../history-rule.ts";
import { repeated } from "../request-body.ts";
import { answersOf, callIdOf, callsOf, inWords, type Item, type ItemRequest, itemRule } from "./input-items.ts";

/** Calls and their outputs, also across a response that the provider stored. */
export const itemPairingRules: readonly HistoryRule[] = [
  itemRule({
    name: "previous-response",
    title: "A previous response is one that the provider stored.",
    source: "https://github.com/maximhq/bifrost/issues/2441",
    find: ({ origin }) =>
      origin.kind === "unknown"
        ? [{ path: "previous_response_id", message: `Previous response with id '${origin.id}' not found.` }]
        : [],
  }),
  itemRule({
    name: "call-without-output",
    title: "Every call of the input has its output behind it.",
    source: "https://github.com/bytedance/trae-agent/issues/245",
    find: ({ items }) =>
      callsOf(items)
        .filter((call) => !answersOf(items.slice(call.item.index)).some((answer) => callIdOf(answer) === call.callId))
        .map((call) => noOutput(call.item.path, call.item.type, call.callId)),
  }),
  itemRule({
    name: "stored-call-without-output",
    title: "Every call of the previous response has its output.",
    source: "https://github.com/openai/openai-agents-python/issues/673",
    find: ({ items, origin }) =>
      storedCalls(origin)
        .filter((call) => !answersOf(items).some((answer) => callIdOf(answer) === call.callId))
        .map((call) => noOutput("input", call.outputType.replace(/_output$/, ""), call.callId)),
  }),
  itemRule({
    name: "output-without-call",
    title: "Every output has its call before it.",
    source: "https://github.com/microsoft/vscode/issues/320060",
    find: (request) => (request.origin.kind === "beginning" ? strayOutputs(request) : []),
  }),
  itemRule({
    name: "stored-output-without-call",
    title: "Every output behind a previous response has its call there or before it in the input.",
    source: "https://github.com/microsoft/vscode/issues/320060",
    find: (request) => (request.origin.kind === "stored" ? strayOutputs(request) : []),
  }),
  itemRule({
    name: "output-type",
    title: "An output is of the type that its call asks for (unverified).",
    source: "openai@7.59.0 resources/responses/responses.d.ts, ResponseCustomToolCallOutput",
    find: findMisfits,
  }),
  itemRule({
    name: "duplicate-output",
    title: "A call has one output (unverified).",
    source: "https://github.com/alvesvaren/zod-to-openai-tool/issues/263",
    find: ({ items }) =>
      repeated(answersOf(items), callIdOf).map((answer) => ({
        path: `${answer.path}.call_id`,
        message: `Duplicate call_ids submitted: ['${callIdOf(answer)}', '${callIdOf(answer)}']`,
      })),
  }),
  itemRule({
    name: "call-id-unique",
    title: "A call_id stands for one call.",
    source: "https://github.com/earendil-works/pi/issues/9057",
    find: ({ items }) =>
      repeated(callsOf(items), (call) => call.callId).map((call) => ({
        path: `${call.item.path}.call_id`,
        message: `Duplicate 'call_id': ${call.callId}.`,
      })),
  }),
];

function noOutput(path: string, callType: string, callId: string): Finding {
  return { path, message: `No tool output found for ${inWords(callType)} ${callId}.` };
}

function storedCalls(origin: ItemRequest["origin"]): readonly StoredCall[] {
  return origin.kind === "stored" ? origin.response.calls : [];
}

/** What the calls that an output may answer are, seen from its place. */
function callsBefore({ items, origin }: ItemRequest, output: Item): readonly StoredCall[] {
  return [...storedCalls(origin), ...callsOf(items.slice(0, output.index))];
}

function strayOutputs(request: ItemRequest): readonly Finding[] {
  return answersOf(request.items)
    .filter((output) => !callsBefore(request, output).some((call) => call.callId === callIdOf(output)))
    .map((output) => ({
      path: output.path,
      message: `No tool call found for ${inWords(output.type)} with call_id ${callIdOf(output)}.`,
    }));
}

function findMisfits(request: ItemRequest): readonly Finding[] {
  return answersOf(request.items).flatMap((output) => {
    const call = callsBefore(request, output).find(({ callId }) => callId === callIdOf(output));
    return call === undefined || call.outputType === output.type
      ? []
      : [
          {
            path: `${output.path}.type`,
            message: `No tool call found for ${inWords(output.type)} with call_id ${callIdOf(output)}.`,
          },
        ];
  });
}
