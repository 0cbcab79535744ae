import { describe, expect, test } from "vitest";

import { openaiChat } from "../../src/openai.ts";
import {
  describeChat,
  listTool,
  lost,
  madeId,
  ready,
  tideTool,
  truncated,
  unparseable,
} from "../support/chat-stream.ts";
import { called, calledOddly, calledPlainly, invalid } from "../support/chat-stream.ts";
import { abandoned, complete, recording, settleBytes } from "../support/settle-stream.ts";

const tide = { port: "Ayle" };

describe("recorded Chat Completions streams", () => {
  describeChat("R3 ok: a call in six pieces may run", {
    body: recording("openai-chat/ok.sse"),
    expected: calledPlainly(ready("call_TrackOne", "track_parcel", { code: "KX-71" })),
  });

  describeChat("R2 parallel: two calls in a row may both run", {
    body: recording("openai-chat/parallel.sse"),
    expected: calledPlainly(
      ready("call_TrackA", "track_parcel", { code: "KX-71" }),
      ready("call_TrackB", "track_parcel", { code: "KX-72" }),
    ),
  });

  describeChat("R3 no-args: an empty object is an empty object", {
    body: recording("openai-chat/no-args.sse"),
    expected: calledPlainly(ready("call_ListDepots", "list_depots", {})),
  });

  describeChat("R3 custom-tool (freeform-custom-tool): raw text is not read as JSON", {
    body: recording("openai-chat/custom-tool.sse"),
    expected: calledPlainly(ready("call_Note", "write_note", 'Leave at the blue "side" door\n')),
  });

  describeChat("R3 truncated (truncated-executed): a length stop cuts the call", {
    body: recording("openai-chat/truncated.sse"),
    expected: {
      ending: complete("length", "ceiling"),
      calls: [truncated("call_Label", "print_label", "token-limit")],
      text: "",
      faults: false,
    },
  });

  describeChat("R3 content-filter (stop-reason-unhandled): a filter cuts the call", {
    body: recording("openai-chat/content-filter.sse"),
    expected: {
      ending: complete("content_filter", "filtered"),
      calls: [truncated("call_Label2", "print_label", "content-filter")],
      text: "",
      faults: false,
    },
  });

  describeChat("R1 error (midstream-error-swallowed): an error record fails the call", {
    body: recording("openai-chat/error.sse"),
    expected: {
      ending: abandoned("provider-error"),
      calls: [lost("call_TrackC", "track_parcel", "provider-error")],
      text: "",
    },
  });

  describeChat("R1 eof-no-finish (eof-as-success): an end without a stop is an early end", {
    body: recording("openai-chat/eof-no-finish.sse"),
    expected: {
      ending: abandoned("ended-early"),
      calls: [lost("call_TrackD", "track_parcel", "ended-early")],
      text: "",
    },
  });
});

describe("recorded streams of look-alike hosts", () => {
  describeChat("R6 arguments-null-then-text (fragment-misassembly): null arguments are nothing", {
    body: recording("openai-compat/arguments-null-then-text.sse"),
    expected: called(ready("call_n", "get_tide", tide)),
  });

  describeChat("R6 arguments-object (args-wrong-json-type): arguments may be an object", {
    body: recording("openai-compat/arguments-object.sse"),
    expected: called(ready("call_o", "get_tide", tide)),
  });

  describeChat("R6 azure-filter-chunks: chunks without a choice or a delta say nothing", {
    body: recording("openai-compat/azure-filter-chunks.sse"),
    expected: calledPlainly(ready("call_az", "get_tide", tide)),
  });

  describeChat("R1 deepseek-insufficient-resource (midstream-error-swallowed): a stop word that means failure fails", {
    body: recording("openai-compat/deepseek-insufficient-resource.sse"),
    expected: {
      ending: abandoned("provider-error", "insufficient_system_resource", "failed"),
      calls: [lost("call_ds2", "get_tide", "provider-error")],
      text: "",
    },
  });

  describeChat("R6 deepseek-keepalive (bytes-and-sse-framing): comments are not records", {
    body: recording("openai-compat/deepseek-keepalive.sse"),
    expected: calledPlainly(ready("call_00_ds", "get_tide", tide)),
  });

  describeChat("R3 done-missing (eof-as-success): a stop without [DONE] is a good end, with a fault", {
    body: recording("openai-compat/done-missing.sse"),
    objects: false,
    expected: calledOddly(ready("call_dm", "get_tide", tide)),
  });

  describeChat("R6 finish-in-same-chunk: a call and its stop may share a chunk", {
    body: recording("openai-compat/finish-in-same-chunk.sse"),
    expected: calledPlainly(ready("call_fs", "get_tide", tide)),
  });

  describeChat("R6 gemini-no-index-finish-stop (finish-reason-mismatch): whole calls under stop may run", {
    body: recording("openai-compat/gemini-no-index-finish-stop.sse"),
    expected: {
      ending: complete("stop", "clean"),
      calls: [
        ready("function-call-1", "get_tide", { port: "Ayle" }),
        ready("function-call-2", "get_tide", { port: "Brae" }),
      ],
      text: "",
    },
  });

  describeChat("R1 groq-tool-use-failed (midstream-error-swallowed): an error with a string code is an error", {
    body: recording("openai-compat/groq-tool-use-failed.sse"),
    expected: { ending: abandoned("provider-error"), calls: [], text: "" },
  });

  describeChat("R1 groq-x_groq-error (midstream-error-swallowed): an error in a field of the host fails a whole call", {
    body: recording("openai-compat/groq-x_groq-error.sse"),
    expected: {
      ending: abandoned("provider-error"),
      calls: [lost("call_gq", "get_tide", "provider-error")],
      text: "",
    },
  });

  describeChat("R6 id-empty-string (id-missing-late-empty): an empty id is no id, and one is made", {
    body: recording("openai-compat/id-empty-string.sse"),
    expected: calledOddly(ready(madeId, "get_tide", tide)),
  });

  describeChat("R6 id-missing (id-missing-late-empty): an id is made where none was given", {
    body: recording("openai-compat/id-missing.sse"),
    expected: calledOddly(ready(madeId, "get_tide", tide)),
  });

  describeChat("R6 id-repeated-every-chunk (name-or-id-repeated): a repeated id is the same call", {
    body: recording("openai-compat/id-repeated-every-chunk.sse"),
    expected: called(ready("call_fw", "get_tide", tide)),
  });

  describeChat("R6 index-jumps (index-missing-or-odd): a first index of 1 makes no phantom call", {
    body: recording("openai-compat/index-jumps.sse"),
    expected: called(ready("call_j", "get_tide", tide)),
  });

  describeChat("R6 name-late (fragment-misassembly): a name may come after the first text", {
    body: recording("openai-compat/name-late.sse"),
    expected: called(ready("call_l", "get_tide", tide)),
  });

  describeChat("R6 name-repeated-every-chunk (name-or-id-repeated): a repeated name is set once", {
    body: recording("openai-compat/name-repeated-every-chunk.sse"),
    expected: called(ready("call_r", "get_tide", tide)),
  });

  describeChat("R6 new-id-every-chunk-blank-name (name-or-id-repeated): an id without a name continues the call", {
    body: recording("openai-compat/new-id-every-chunk-blank-name.sse"),
    expected: { ending: complete("stop", "clean"), calls: [ready("chatcmpl-tool-1", "get_tide", tide)], text: "" },
  });

  describeChat("R3 no-args-empty-string (empty-args-no-parameter-tool): empty text is {} for a tool that takes it", {
    body: recording("openai-compat/no-args-empty-string.sse"),
    options: { tools: [listTool] },
    expected: called(ready("call_e", "list_ports", {})),
  });

  describeChat("R3 no-args-empty-string (empty-args-no-parameter-tool): empty text does not fit a required field", {
    body: recording("openai-compat/no-args-empty-string.sse"),
    options: { tools: [{ ...tideTool, name: "list_ports" }] },
    expected: called(invalid("call_e", "list_ports", "schema")),
  });

  describeChat("R1 ollama-compat-error-swallowed (eof-as-success): an end with nothing said is an early end", {
    body: recording("openai-compat/ollama-compat-error-swallowed.sse"),
    expected: { ending: abandoned("ended-early"), calls: [], text: "Turn" },
  });

  describeChat("R1 openrouter-comment-then-error (midstream-error-swallowed): an error inside a chunk fails the call", {
    body: recording("openai-compat/openrouter-comment-then-error.sse"),
    expected: {
      ending: abandoned("provider-error", "error", "failed"),
      calls: [lost("call_or", "get_tide", "provider-error")],
      text: "",
    },
  });

  describeChat("R6 role-missing: the role is not needed", {
    body: recording("openai-compat/role-missing.sse"),
    expected: calledPlainly(ready("call_rm", "get_tide", tide)),
  });

  describeChat("R6 same-index-for-parallel (index-collision): a new id and a name open a call at a used index", {
    body: recording("openai-compat/same-index-for-parallel.sse"),
    expected: called(ready("call_p1", "get_tide", { port: "Ayle" }), ready("call_p2", "get_tide", { port: "Brae" })),
  });

  describeChat("R6 together-eos: eos is a clean stop", {
    body: recording("openai-compat/together-eos.sse"),
    expected: { ending: complete("eos", "clean"), calls: [ready("call_tg", "get_tide", tide)], text: "" },
  });

  describeChat(
    "R3 vllm-length-hidden-as-tool_calls (truncated-misreported): a beginning under a clean stop is incomplete",
    {
      body: recording("openai-compat/vllm-length-hidden-as-tool_calls.sse"),
      expected: called(unparseable("chatcmpl-tool-aa", "write_log", "incomplete")),
    },
  );
});

const stoppedSamples = [
  "openai-chat/ok.sse",
  "openai-chat/parallel.sse",
  "openai-chat/no-args.sse",
  "openai-chat/custom-tool.sse",
  "openai-chat/truncated.sse",
  "openai-chat/content-filter.sse",
  "openai-compat/gemini-no-index-finish-stop.sse",
  "openai-compat/same-index-for-parallel.sse",
  "openai-compat/id-missing.sse",
  "openai-compat/index-jumps.sse",
] as const;

describe("recorded streams that are cut", () => {
  for (const name of stoppedSamples) {
    const body = recording(name);
    const stopAt = body.search(/"finish_reason":"/);

    test(`R6 ${name}: every cut before the stop word leaves each announced call ended-early`, async () => {
      for (let cut = 0; cut <= stopAt; cut += 23) {
        const settled = await settleBytes(openaiChat, body.slice(0, cut));

        expect(settled.ending, `cut at ${cut}`).toEqual(abandoned("ended-early"));
        for (const call of settled.calls) {
          expect([call.kind, call.reason, call.cause], `cut at ${cut}`).toEqual(["failed", "abandoned", "ended-early"]);
        }
      }
    });

    test(`R1 ${name}: a reset before the stop word leaves each announced call disconnected`, async () => {
      for (let cut = 1; cut <= stopAt; cut += 97) {
        const settled = await settleBytes(openaiChat, body.slice(0, cut), { end: "reset" });

        expect(settled.ending, `cut at ${cut}`).toEqual(abandoned("disconnected"));
        for (const call of settled.calls) {
          expect([call.kind, call.reason, call.cause], `cut at ${cut}`).toEqual([
            "failed",
            "abandoned",
            "disconnected",
          ]);
        }
      }
    });
  }
});
