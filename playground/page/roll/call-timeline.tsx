import type { ReactNode } from "react";

import type { RolledCall, RolledStop } from "../../shared/api.ts";
import { Icon } from "../parts/icon.tsx";
import { FragmentStrip } from "./fragment-strip.tsx";
import { momentsOf, seconds, type Moment } from "./moments.ts";

/** @see CallTimeline */
export interface CallTimelineProps {
  readonly call: RolledCall;
  readonly stop: RolledStop | null;
  readonly lastsMs: number;
}

/** One call: when what was claimed of it, its text as it came, and why it ended as it did. */
export function CallTimeline({ call, stop, lastsMs }: CallTimelineProps): ReactNode {
  return (
    <div className="rolled-call">
      <h4>
        <code>{call.tool}</code> <Outcome call={call} />
      </h4>
      <FragmentStrip call={call} stop={stop} lastsMs={lastsMs} />
      <ol className="moments" role="list">
        {momentsOf(call, stop).map((moment) => (
          <MomentLine key={moment.name} moment={moment} />
        ))}
      </ol>
      <RawText raw={call.raw} />
    </div>
  );
}

function Outcome({ call: { settled, result } }: { readonly call: RolledCall }): ReactNode {
  if (settled === null) return <span className="outcome">open</span>;
  const words = settled.kind === "dispatchable" ? (result?.kind ?? "dispatchable") : settled.kind;
  return (
    <span className="outcome" data-kind={words}>
      {words}
    </span>
  );
}

function MomentLine({ moment: { name, atMs, words, because, icon } }: { readonly moment: Moment }): ReactNode {
  return (
    <li data-moment={name} data-missing={atMs === null ? "" : undefined}>
      <span className="moment-time">{atMs === null ? "–" : seconds(atMs)}</span>
      <span className="moment-sign">
        <Icon name={icon} />
      </span>
      <span className="moment-words">
        <span className="moment-name">{name}</span> <span className="moment-what">{words}</span>
        {because === null ? null : <span className="moment-because">{because}</span>}
      </span>
    </li>
  );
}

function RawText({ raw }: { readonly raw: string }): ReactNode {
  return (
    <details className="raw" open>
      <summary>Text as it came{raw.includes("•••") ? ", sensitive values left out" : ""}</summary>
      {raw === "" ? (
        <p className="hint">Nothing came.</p>
      ) : (
        <pre tabIndex={0} role="group" aria-label="Raw text">
          {raw}
        </pre>
      )}
    </details>
  );
}
