import { sizeOf } from "./size-of.ts";
import type { Words } from "./words.ts";

const misfit = "実行されていません（リクエストがツールに合いませんでした）";
const cut = "実行されていません（リクエストが途中で切れました）";
const filtered = "実行されていません（プロバイダーの安全フィルターにより停止されました）";
const unreadable = "実行されていません（リクエストを読み取れませんでした）";
const lost = "実行されていません（接続が切れました）";
const connectionLost = "接続が切れました";

/** Japanese. */
export const japanese: Words = {
  language: "ja",
  aTool: "ツール",
  live: {
    preparing: "準備中",
    ready: "準備完了",
    running: "実行中",
    reasoning: "考え中",
    waiting: "モデルの応答待ち",
    silentFor: (seconds) => `${seconds} 秒間新しいデータがありません`,
    received: (bytes) => `${sizeOf(bytes, ".")} 受信`,
  },
  results: {
    observed: "プロバイダー側で実行されました",
    done: "完了",
    replayed: "以前に完了済みのため、再実行していません",
    errored: "実行されましたが失敗しました（再試行できます）",
    inDoubt: "実行された可能性があります（再試行の前に確認してください）",
    lostSight: "実行された可能性があります（接続が切れました）",
  },
  invalid: {
    schema: misfit,
    "unknown-tool": misfit,
    "duplicate-key": misfit,
    "inexact-number": misfit,
    "reserved-key": misfit,
    "not-an-object": misfit,
    "validator-failed": "実行されていません（リクエストを検証できませんでした）",
  },
  truncated: {
    "token-limit": cut,
    "context-window": cut,
    refused: filtered,
    "content-filter": filtered,
    paused: cut,
    "unknown-stop": cut,
  },
  unparseable: { incomplete: cut, "not-json": unreadable, "too-large": unreadable, "too-deep": unreadable },
  abandoned: {
    disconnected: lost,
    idle: lost,
    crashed: lost,
    "ended-early": "実行されていません（応答が途中で終わりました）",
    stalled: "実行されていません（モデルが応答しなくなりました）",
    "provider-error": "実行されていません（モデルのサービスで障害が発生しました）",
    cancelled: "キャンセルされました",
  },
  notRun: {
    "did-not-happen": "実行されていません（ツールが何もしないまま中断しました）",
    conflict: "実行されていません（以前のリクエストと矛盾しています）",
    cancelled: "キャンセルされました",
    ledger: "実行されていません（記録を残せませんでした）",
    "not-looked-up": "今回は実行されていません（以前に実行されたかどうかは確認できませんでした）",
    "half-character": "実行されていません（文字列に不完全な文字が含まれています）",
    intent: "実行されていません（リクエストの目的を特定できませんでした）",
  },
  stops: {
    ceiling: "応答が途中で切れました",
    filtered: "応答がプロバイダーの安全フィルターにより停止されました",
    paused: "応答が完了する前に一時停止しました",
    failed: "モデルのサービスで障害が発生しました",
    unknown: "応答が不明な理由で止まりました",
  },
  losses: {
    disconnected: connectionLost,
    idle: connectionLost,
    crashed: connectionLost,
    "ended-early": "応答が途中で終わりました",
    stalled: "モデルが応答しなくなりました",
    "provider-error": "モデルのサービスで障害が発生しました",
    cancelled: "キャンセルされました",
    "lost-sight": "接続が切れたため、その後の状況は分かりません",
  },
  turns: {
    notCorrected: "モデルのリクエストがツールに合いませんでした",
    notChecked: "モデルのリクエストを検証できませんでした",
    unreadable: "モデルのリクエストを読み取れませんでした",
    endless: "モデルの回答が終わりませんでした",
    cancelled: {
      person: "キャンセルされました",
      "client-left": "接続先がいなくなったため、キャンセルされました",
      shutdown: "サービスの停止により、キャンセルされました",
    },
  },
  tally: {
    nothing: "何も実行されていません",
    nothingElse: "ほかには何も実行されていません",
    done: (names) => `完了：${names}`,
    observed: (names) => `プロバイダー側で実行：${names}`,
    errored: (names) => `実行後に失敗：${names}`,
    inDoubt: (names) => `実行された可能性あり：${names}`,
    notRun: (names) => `未実行：${names}`,
    comma: "、",
    semicolon: "；",
    more: (count) => ` ほか ${count} 件`,
  },
};
