import type { ReactNode } from "react";

import { usePlaygroundState } from "../api/playground.tsx";
import { useDesk } from "../desk/desk.tsx";
import { useRoom } from "../parts/use-media.ts";
import { TourControl } from "../tour/tour-control.tsx";

/** What an empty conversation says. */
export function Welcome(): ReactNode {
  const { prompts } = usePlaygroundState();
  const { choice, actions, isBusy } = useDesk();
  const room = useRoom();

  return (
    <div className="welcome">
      <h3>A tool call can end in many ways. See each of them.</h3>
      <p>
        The assistant opens tickets, sends payments and finds customers. Choose what goes wrong on the way, ask for
        something, and compare what the chat says with what stands in the database.
      </p>
      {room === "wide" ? null : <TourControl />}
      <p className="welcome-or">{room === "wide" ? "Ask for something" : "or ask for something"}</p>
      <ul className="prompts" role="list">
        {prompts.map((prompt) => (
          <li key={prompt}>
            <button
              type="button"
              className="prompt"
              disabled={isBusy}
              onClick={() => void actions.send({ ...choice, text: prompt })}
            >
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
