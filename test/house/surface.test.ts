import { describe, expect, test } from "vitest";

import { exportsOf } from "./surface.ts";
import { fileAt } from "./source.ts";

/**
 * What each door exports: the public surface, written out. A name that appears or goes is a change that users see, so
 * this table is changed by hand, together with the changelog.
 */
const surface: Readonly<Record<string, { readonly values: readonly string[]; readonly types: readonly string[] }>> = {
  index: {
    values: [
      "RollcallError",
      "defaultLimits",
      "drain",
      "isDispatchable",
      "isRollcallError",
      "reissue",
      "runTurn",
      "settle",
      "systemClock",
      "tool",
    ],
    types: [
      "AbandonedCause",
      "CallFacts",
      "CallResult",
      "Cancel",
      "CancelledBy",
      "Chance",
      "Clock",
      "CorrectionAttempt",
      "CorrectionResult",
      "Dialect",
      "Dispatchable",
      "DisplayRule",
      "DrainOptions",
      "Ending",
      "Failed",
      "FailedBecause",
      "Fault",
      "Format",
      "History",
      "InputKind",
      "Invalid",
      "InvalidCause",
      "Issue",
      "JsonObject",
      "JsonSchema",
      "Limits",
      "MessageReport",
      "Model",
      "ModelRequest",
      "NotRunCause",
      "Observed",
      "Outcome",
      "ProviderError",
      "Reissue",
      "ReissueOptions",
      "RequestReason",
      "RollCount",
      "RollEvent",
      "RollResult",
      "RollcallErrorCode",
      "RunBy",
      "SendRequest",
      "SettleOptions",
      "SettleTool",
      "Settling",
      "SilenceMs",
      "SourceOpener",
      "StopClass",
      "StreamOptions",
      "StreamSource",
      "Tool",
      "ToolArguments",
      "ToolContext",
      "ToolDisplay",
      "ToolInput",
      "ToolOptions",
      "ToolSpec",
      "TruncationCause",
      "Turn",
      "TurnEnding",
      "TurnEvent",
      "TurnIdentity",
      "TurnOptions",
      "TurnResult",
      "UnparseableCause",
    ],
  },
  anthropic: { values: ["anthropicMessages", "anthropicModel"], types: ["AnthropicClient", "AnthropicParams"] },
  openai: {
    values: ["openaiChat", "openaiChatModel", "openaiChatWith", "openaiResponses", "openaiResponsesModel"],
    types: [
      "OpenaiChatClient",
      "OpenaiChatDialect",
      "OpenaiChatParams",
      "OpenaiResponsesClient",
      "OpenaiResponsesParams",
      "OpenaiResponsesState",
    ],
  },
  view: { values: ["callLine", "endingLine"], types: [] },
  ledger: {
    values: [
      "LedgerError",
      "canonicalJson",
      "crashPoints",
      "createLedger",
      "didNotHappen",
      "intentFingerprint",
      "intentKey",
      "isDidNotHappen",
      "isLedgerError",
      "memoryLedger",
      "runOnce",
    ],
    types: [
      "ClaimAnswer",
      "ClaimPatience",
      "ConcludeAnswer",
      "Conclusion",
      "CrashPoint",
      "DidNotHappen",
      "Effect",
      "EffectOutcome",
      "Intent",
      "IntentFacts",
      "Ledger",
      "LedgerErrorCode",
      "LedgerOptions",
      "LedgerRecord",
      "LedgerState",
      "LedgerStore",
      "OwnerTokens",
      "ReachCrashPoint",
      "Reconcile",
      "Reconciled",
      "RecordQuery",
      "Resolution",
      "ResolveAnswer",
      "RunOnceOptions",
      "Swept",
      "ToolRun",
      "Verdict",
      "WallClock",
    ],
  },
  postgres: { values: ["postgresLedger"], types: ["PostgresAnswer", "PostgresPool"] },
  sqlite: {
    values: ["sqliteLedger"],
    types: ["SqlValue", "SqliteClient", "SqliteLedgerOptions", "SqliteStatement"],
  },
  simulator: {
    values: [
      "ConnectionBroken",
      "ScenarioError",
      "ScriptError",
      "checkHistory",
      "parsePlaybook",
      "parseScript",
      "playScript",
      "scenarioScript",
      "scenarios",
      "startSimulator",
    ],
    types: [
      "Casting",
      "Chunking",
      "Cut",
      "End",
      "Envelope",
      "HistoryViolation",
      "HttpRefusal",
      "Json",
      "JsonObject",
      "Play",
      "PlayOptions",
      "PlayRequest",
      "Playable",
      "Quirks",
      "RequestState",
      "ScenarioContext",
      "ScenarioEntry",
      "Script",
      "ScriptFormat",
      "Simulator",
      "SimulatorOptions",
      "SimulatorRequest",
      "Step",
      "StepFields",
      "StepKind",
      "StopReason",
      "StoredCall",
      "StoredResponse",
      "Transport",
    ],
  },
};

describe("public surface", () => {
  test.each(Object.entries(surface))("the door %s exports what the table says", (door, { values, types }) => {
    const exported = exportsOf(fileAt(`src/${door}.ts`));

    expect(
      exported
        .filter((entry) => !entry.isType)
        .map((entry) => entry.name)
        .toSorted(),
    ).toEqual(values);
    expect(
      exported
        .filter((entry) => entry.isType)
        .map((entry) => entry.name)
        .toSorted(),
    ).toEqual(types);
  });

  test("an export is read as a value, a type or everything", () => {
    const text = [
      'export { settle, type Roll } from "./settle.ts";',
      'export type { Outcome } from "./outcome.ts";',
      "export const one = 1;",
      'export * from "./all.ts";',
      "export default 1;",
    ].join("\n");

    expect(exportsOf({ path: "planted.ts", text })).toEqual([
      { name: "settle", isType: false },
      { name: "Roll", isType: true },
      { name: "Outcome", isType: true },
      { name: "one", isType: false },
      { name: "*", isType: false },
      { name: "default", isType: false },
    ]);
  });
});
