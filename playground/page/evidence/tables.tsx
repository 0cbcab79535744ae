import type { ReactNode } from "react";

import type { LedgerRow, PaymentRow, TicketRow } from "../../shared/api.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import { RowTable } from "./row-table.tsx";

/** Which request a row comes from. */
export interface Requests {
  /** Such as `#3`. */
  readonly nameOf: (turn: string | null) => string;
  readonly isLatest: (row: { readonly turn: string | null }) => boolean;
}

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly requests: Requests;
}

/** The payments. Their memos are never sent to the page. */
export function PaymentsTable({ rows, requests }: TableProps<PaymentRow>): ReactNode {
  return (
    <RowTable<PaymentRow>
      title="Payments"
      noun="payment"
      rows={rows}
      keyOf={({ id }) => String(id)}
      isLatest={requests.isLatest}
      whenEmpty="No money has moved."
      columns={[
        { label: "No.", cell: ({ id }) => id },
        {
          label: "To",
          cell: ({ to, hasMemo }) => (
            <Titled title={<bdi>{to}</bdi>} below={hasMemo ? "memo ••• (never shown)" : "no memo"} />
          ),
        },
        { label: "Amount", align: "end", cell: ({ amount }) => amount.toFixed(2) },
        { label: "Request", align: "end", cell: ({ turn }) => requests.nameOf(turn) },
      ]}
    />
  );
}

/** The tickets. */
export function TicketsTable({ rows, requests }: TableProps<TicketRow>): ReactNode {
  return (
    <RowTable<TicketRow>
      title="Tickets"
      noun="ticket"
      rows={rows}
      keyOf={({ id }) => String(id)}
      isLatest={requests.isLatest}
      whenEmpty="No ticket was opened."
      columns={[
        { label: "No.", cell: ({ id }) => id },
        { label: "Title", cell: ({ title, project }) => <Titled title={<bdi>{title}</bdi>} below={project} /> },
        { label: "Priority", cell: ({ priority }) => priority },
        { label: "Request", align: "end", cell: ({ turn }) => requests.nameOf(turn) },
      ]}
    />
  );
}

/** The intents that were claimed, and what became of them. */
export function LedgerTable({ rows, requests }: TableProps<LedgerRow>): ReactNode {
  return (
    <RowTable<LedgerRow>
      title="Ledger"
      noun="intent"
      rows={rows}
      keyOf={({ key }) => key}
      isLatest={requests.isLatest}
      whenEmpty="Nothing was claimed. A tool that may act only once claims its intent here first."
      columns={[
        { label: "Intent", cell: ({ tool, key }) => <Titled title={<code>{tool}</code>} below={<code>{key}</code>} /> },
        { label: "State", cell: (row) => <LedgerState row={row} /> },
        { label: "Claims", align: "end", cell: ({ attempt }) => attempt },
        { label: "Request", align: "end", cell: ({ turn }) => requests.nameOf(turn) },
      ]}
    />
  );
}

function Titled({ title, below }: { readonly title: ReactNode; readonly below: ReactNode }): ReactNode {
  return (
    <>
      <span className="cell-title">{title}</span>
      <span className="cell-below">{below}</span>
    </>
  );
}

const ledgerStates: Readonly<Record<LedgerRow["state"], { readonly words: string; readonly icon: IconName }>> = {
  claimed: { words: "claimed", icon: "ring" },
  done: { words: "done", icon: "check" },
  "did-not-happen": { words: "did not happen", icon: "cross" },
  "in-doubt": { words: "in doubt", icon: "doubt" },
  reconciled: { words: "reconciled", icon: "check" },
};

function LedgerState({ row }: { readonly row: LedgerRow }): ReactNode {
  const { words, icon } = ledgerStates[row.state];
  return (
    <>
      <span className="ledger-state" data-state={row.state}>
        <Icon name={icon} /> {words}
      </span>
      {row.note === null ? null : <span className="cell-below">{row.note}</span>}
    </>
  );
}
