import type { ReactNode } from "react";

import type { RolledMessage, RunRoll, RunSummary, TurnSummary } from "../../shared/api.ts";
import { usePlaygroundState } from "../api/playground.tsx";
import { useDesk } from "../desk/desk.tsx";
import { Icon } from "../parts/icon.tsx";
import { CallTimeline } from "./call-timeline.tsx";
import { seconds } from "./moments.ts";
import { useRoll } from "./use-roll.ts";

/** The roll inspector: what was claimed of each call, when, and what was made of it. */
export function RollPanel(): ReactNode {
  const runs = useRuns();
  const { inspected } = useDesk();
  const wanted = inspected === null ? undefined : runs.find((entry) => isAt(entry, inspected));
  const shown = wanted ?? runs.at(0);

  return (
    <section className="panel roll" aria-labelledby="roll-title">
      <header className="panel-head">
        <h2 id="roll-title">The roll</h2>
        {shown === undefined ? <p>Every announced call, accounted for</p> : <RunChooser runs={runs} shown={shown} />}
      </header>
      <div className="panel-scroll" tabIndex={0} role="group" aria-labelledby="roll-title">
        {shown === undefined ? (
          <p className="empty">
            Ask for something. Each call is listed here with everything that was claimed of it: announced, fragments,
            closed, stop, settled.
          </p>
        ) : (
          <ShownRoll key={nameOf(shown)} entry={shown} />
        )}
      </div>
    </section>
  );
}

interface RunEntry {
  readonly turn: TurnSummary;
  readonly run: RunSummary;
  readonly label: string;
}

/** Every run of the conversation, the newest first. */
function useRuns(): readonly RunEntry[] {
  const { turns, faults } = usePlaygroundState();
  return turns
    .flatMap((turn, index) => {
      const fault = faults.find(({ name }) => name === turn.fault)?.label ?? turn.fault;
      return turn.runs.map((run) => {
        const again = run.run === 1 ? "" : `, asked ${run.run} times`;
        return { turn, run, label: `#${index + 1} ${fault}${again}` };
      });
    })
    .toReversed();
}

function isAt({ turn, run }: RunEntry, place: { readonly turn: string; readonly run: number }): boolean {
  return turn.id === place.turn && run.run === place.run;
}

function nameOf({ turn, run }: RunEntry): string {
  return `${turn.id} ${run.run}`;
}

function RunChooser({ runs, shown }: { readonly runs: readonly RunEntry[]; readonly shown: RunEntry }): ReactNode {
  const { inspect } = useDesk();
  return (
    <label className="select">
      <span className="spoken">Request</span>
      <select
        value={nameOf(shown)}
        onChange={({ target }) => {
          const entry = runs.find((candidate) => nameOf(candidate) === target.value);
          if (entry !== undefined) inspect(entry === runs[0] ? null : { turn: entry.turn.id, run: entry.run.run });
        }}
      >
        {runs.map((entry) => (
          <option key={nameOf(entry)} value={nameOf(entry)}>
            {entry.label}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </label>
  );
}

function ShownRoll({ entry }: { readonly entry: RunEntry }): ReactNode {
  const { state, isWatchable } = entry.run;
  // It is booked and has not begun: there is no roll to ask for.
  return state === "running" && !isWatchable ? <RollSkeleton /> : <ReadRoll entry={entry} />;
}

function RollSkeleton(): ReactNode {
  return <div className="skeleton tall" role="img" aria-label="The roll is being read" />;
}

function ReadRoll({ entry: { turn, run } }: { readonly entry: RunEntry }): ReactNode {
  const loaded = useRoll({ turn: turn.id, run: run.run }, run.state);
  switch (loaded.kind) {
    case "loading":
      return <RollSkeleton />;
    case "failed":
      return <p className="empty">The roll cannot be shown: {loaded.reason}</p>;
    case "ready":
      return <Roll roll={loaded.roll} />;
  }
}

function Roll({ roll }: { readonly roll: RunRoll }): ReactNode {
  return (
    <>
      {roll.messages.map((message) => (
        <Message key={message.message} message={message} lastsMs={roll.lastsMs} />
      ))}
      <p className="roll-end">
        <strong>{roll.state === "running" ? "Going on" : roll.state === "lost" ? "Lost" : "Over"}</strong>{" "}
        <span className="moment-time">{seconds(roll.lastsMs)}</span>{" "}
        {roll.because ?? (roll.state === "lost" ? "Nobody saw the end of it." : null)}
      </p>
    </>
  );
}

function Message({ message, lastsMs }: { readonly message: RolledMessage; readonly lastsMs: number }): ReactNode {
  const { calls, stop, asked, askedAtMs, isWithdrawn } = message;
  return (
    <div className="rolled-message" data-withdrawn={isWithdrawn ? "" : undefined}>
      <h3>
        Answer {message.message + 1} <span className="moment-time">{seconds(askedAtMs)}</span>
      </h3>
      <p className="asked-because">{asked}</p>
      {isWithdrawn ? (
        <p className="withdrawn">Withdrawn: its request was sent again, and nothing of it was run.</p>
      ) : null}
      {calls.map((call) => (
        <CallTimeline key={call.index} call={call} stop={stop} lastsMs={lastsMs} />
      ))}
      {calls.length > 0 || stop === null ? null : (
        <p className="no-calls">
          No call. Stop: <code>{stop.word ?? "none"}</code>. {stop.because}
        </p>
      )}
    </div>
  );
}
