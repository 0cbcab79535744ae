import { sizeOf } from "./size-of.ts";
import type { Words } from "./words.ts";

const misfit = "nicht ausgeführt (die Anfrage passte nicht zum Werkzeug)";
const cut = "nicht ausgeführt (die Anfrage wurde abgeschnitten)";
const filtered = "nicht ausgeführt (vom Sicherheitsfilter des Anbieters gestoppt)";
const unreadable = "nicht ausgeführt (die Anfrage war unlesbar)";
const lost = "nicht ausgeführt (Verbindung verloren)";
const connectionLost = "die Verbindung ging verloren";

/** German. */
export const german: Words = {
  language: "de",
  aTool: "ein Werkzeug",
  live: {
    preparing: "wird vorbereitet",
    ready: "bereit",
    running: "läuft",
    reasoning: "denkt nach",
    waiting: "wartet auf das Modell",
    silentFor: (seconds) => `seit ${seconds} s nichts Neues`,
    received: (bytes) => `${sizeOf(bytes, ",")} empfangen`,
  },
  results: {
    observed: "vom Anbieter ausgeführt",
    done: "erledigt",
    replayed: "schon früher erledigt, nicht wiederholt",
    errored: "ausgeführt und fehlgeschlagen (ein neuer Versuch ist möglich)",
    inDoubt: "möglicherweise ausgeführt (vor einem neuen Versuch prüfen)",
    lostSight: "möglicherweise ausgeführt (Verbindung verloren)",
  },
  invalid: {
    schema: misfit,
    "unknown-tool": misfit,
    "duplicate-key": misfit,
    "inexact-number": misfit,
    "reserved-key": misfit,
    "not-an-object": misfit,
    "validator-failed": "nicht ausgeführt (die Anfrage konnte nicht geprüft werden)",
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
    "ended-early": "nicht ausgeführt (die Antwort endete vorzeitig)",
    stalled: "nicht ausgeführt (das Modell antwortete nicht mehr)",
    "provider-error": "nicht ausgeführt (der Modelldienst ist ausgefallen)",
    cancelled: "abgebrochen",
  },
  notRun: {
    "did-not-happen": "nicht ausgeführt (das Werkzeug brach ab, bevor etwas geschah)",
    conflict: "nicht ausgeführt (widerspricht einer früheren Anfrage)",
    cancelled: "abgebrochen",
    ledger: "nicht ausgeführt (konnte nicht verzeichnet werden)",
    "not-looked-up": "jetzt nicht ausgeführt (ob es früher geschah, ließ sich nicht nachsehen)",
    "half-character": "nicht ausgeführt (ein Text darin enthält ein halbes Zeichen)",
    intent: "nicht ausgeführt (der Zweck der Anfrage war nicht zu erkennen)",
  },
  stops: {
    ceiling: "die Antwort wurde abgeschnitten",
    filtered: "die Antwort wurde vom Sicherheitsfilter des Anbieters gestoppt",
    paused: "die Antwort wurde angehalten, bevor sie fertig war",
    failed: "der Modelldienst ist ausgefallen",
    unknown: "die Antwort hielt aus unbekanntem Grund an",
  },
  losses: {
    disconnected: connectionLost,
    idle: connectionLost,
    crashed: connectionLost,
    "ended-early": "die Antwort endete vorzeitig",
    stalled: "das Modell antwortete nicht mehr",
    "provider-error": "der Modelldienst ist ausgefallen",
    cancelled: "abgebrochen",
    "lost-sight": "die Verbindung ging verloren, und was seither geschah, ist nicht bekannt",
  },
  turns: {
    notCorrected: "die Anfragen des Modells passten nicht zu den Werkzeugen",
    notChecked: "die Anfragen des Modells konnten nicht geprüft werden",
    unreadable: "die Anfragen des Modells waren unlesbar",
    endless: "das Modell kam zu keinem Ende",
    cancelled: {
      person: "abgebrochen",
      "client-left": "abgebrochen, da niemand mehr zuhörte",
      shutdown: "abgebrochen, da der Dienst heruntergefahren wurde",
    },
  },
  tally: {
    nothing: "es wurde nichts ausgeführt",
    nothingElse: "sonst wurde nichts ausgeführt",
    done: (names) => `erledigt: ${names}`,
    observed: (names) => `vom Anbieter ausgeführt: ${names}`,
    errored: (names) => `ausgeführt und fehlgeschlagen: ${names}`,
    inDoubt: (names) => `möglicherweise ausgeführt: ${names}`,
    notRun: (names) => `nicht ausgeführt: ${names}`,
    comma: ", ",
    semicolon: "; ",
    more: (count) => ` und ${count} weitere`,
  },
};
