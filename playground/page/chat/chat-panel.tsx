import type { ReactNode } from "react";

import { usePlaygroundState } from "../api/playground.tsx";
import { Composer } from "./composer.tsx";
import { TurnArticle } from "./turn-article.tsx";
import { usePinnedScroll } from "./use-pinned-scroll.ts";
import { Welcome } from "./welcome.tsx";

/** The conversation, and where the person writes. */
export function ChatPanel(): ReactNode {
  const { turns } = usePlaygroundState();
  const latest = turns.at(-1);
  const { scroller, content } = usePinnedScroll(`${latest?.id} ${latest?.runs.length}`);

  return (
    <section className="panel chat" aria-labelledby="chat-title">
      <h2 id="chat-title" className="spoken">
        Conversation
      </h2>
      {/* What scrolls has to be reached by the keyboard. */}
      <div className="chat-scroll" ref={scroller} tabIndex={0} role="group" aria-labelledby="chat-title">
        <div className="chat-content" ref={content}>
          {turns.length === 0 ? (
            <Welcome />
          ) : (
            turns.map((turn, index) => (
              <TurnArticle key={turn.id} turn={turn} place={index + 1} isLatest={index === turns.length - 1} />
            ))
          )}
        </div>
      </div>
      <Composer />
    </section>
  );
}
