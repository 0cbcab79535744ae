import type { ReactNode } from "react";

import type { PlaygroundState } from "../../shared/api.ts";
import { usePlaygroundState } from "../api/playground.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { LedgerTable, PaymentsTable, type Requests, TicketsTable } from "./tables.tsx";
import { verdictOf, type Verdict } from "./verdict.ts";

/** What really happened: the rows in the database, whatever the chat says. */
export function EvidencePanel(): ReactNode {
  const state = usePlaygroundState();
  const requests = requestsOf(state);

  return (
    <section className="panel evidence" aria-labelledby="evidence-title">
      <header className="panel-head">
        <h2 id="evidence-title">What really happened</h2>
        <p>Rows in the database on this machine</p>
      </header>
      <div className="panel-scroll" tabIndex={0} role="group" aria-labelledby="evidence-title">
        <VerdictLine verdict={verdictOf(state)} />
        <PaymentsTable rows={state.payments} requests={requests} />
        <TicketsTable rows={state.tickets} requests={requests} />
        <LedgerTable rows={state.ledger} requests={requests} />
      </div>
    </section>
  );
}

const toneIcons: Readonly<Record<Verdict["tone"], IconName>> = { written: "check", nothing: "ring", doubt: "doubt" };

function VerdictLine({ verdict }: { readonly verdict: Verdict | null }): ReactNode {
  if (verdict === null) {
    return <p className="verdict empty">A row appears here only when a tool has really run.</p>;
  }
  return (
    <div className="verdict" data-tone={verdict.tone}>
      <Icon name={toneIcons[verdict.tone]} />
      <div>
        <p className="verdict-of">By the latest request</p>
        <p className="verdict-line">{verdict.headline}</p>
        {verdict.detail === null ? null : <p className="verdict-detail">{verdict.detail}</p>}
      </div>
    </div>
  );
}

/** Requests are called by their place in this conversation. */
function requestsOf({ turns }: PlaygroundState): Requests {
  const names = new Map(turns.map(({ id }, index) => [id, `#${index + 1}`]));
  const latest = turns.at(-1)?.id;
  return {
    nameOf: (turn) => (turn === null ? "–" : (names.get(turn) ?? "earlier")),
    isLatest: ({ turn }) => turn !== null && turn === latest,
  };
}
