import type { ReactNode } from "react";

import { usePlaygroundState } from "../api/playground.tsx";
import { ChatPanel } from "../chat/chat-panel.tsx";
import { EvidencePanel } from "../evidence/evidence-panel.tsx";
import { Tabs, type Tab } from "../parts/tabs.tsx";
import { useRoom } from "../parts/use-media.ts";
import { Rail } from "../picker/rail.tsx";
import { RollPanel } from "../roll/roll-panel.tsx";
import { type PartName, useDesk } from "./desk.tsx";
import { TopBar } from "./top-bar.tsx";

/** Everything, in as much room as there is. */
export function Workbench({ isOnline }: { readonly isOnline: boolean }): ReactNode {
  const room = useRoom();
  return (
    <div className="page" data-room={room}>
      <a className="skip" href="#words">
        Skip to the question
      </a>
      <TopBar isOnline={isOnline} />
      {room === "wide" ? <WideRoom /> : room === "medium" ? <MediumRoom /> : <NarrowRoom />}
    </div>
  );
}

function WideRoom(): ReactNode {
  return (
    <main className="bench">
      <Rail />
      <ChatPanel />
      <div className="side">
        <EvidencePanel />
        <RollPanel />
      </div>
    </main>
  );
}

function MediumRoom(): ReactNode {
  const { part, show } = useDesk();
  const tabs = useSideTabs();
  return (
    <main className="bench">
      <ChatPanel />
      <div className="side">
        <Tabs label="Beside the chat" tabs={tabs} chosen={part === "roll" ? "roll" : "evidence"} onChoose={show} />
      </div>
    </main>
  );
}

function NarrowRoom(): ReactNode {
  const { part, show } = useDesk();
  const chat: Tab<PartName> = { name: "chat", label: "Chat", panel: <ChatPanel /> };
  const tabs = [chat, ...useSideTabs()];
  return (
    <main className="bench">
      <Tabs label="Parts of the playground" tabs={tabs} chosen={part} onChoose={show} />
    </main>
  );
}

function useSideTabs(): readonly Tab<PartName>[] {
  const { tickets, payments } = usePlaygroundState();
  const rows = { value: tickets.length + payments.length, words: "rows" };
  return [
    { name: "evidence", label: "What happened", count: rows, panel: <EvidencePanel /> },
    { name: "roll", label: "The roll", panel: <RollPanel /> },
  ];
}
