import type { ReactNode } from "react";

import type { RolledCall, RolledFragment, RolledStop } from "../../shared/api.ts";

/** More bars than that are not told apart. */
const MAX_BARS = 160;

/** @see FragmentStrip */
export interface FragmentStripProps {
  readonly call: RolledCall;
  readonly stop: RolledStop | null;
  readonly lastsMs: number;
}

/** The whole run from left to right: a bar for each piece that came. The list below it says the same in words. */
export function FragmentStrip({ call, stop, lastsMs }: FragmentStripProps): ReactNode {
  const place = (atMs: number): string => `${(1 + (atMs / Math.max(lastsMs, 1)) * 97.5).toFixed(2)}%`;
  const bars = thinned(call.fragments);
  const mostBytes = Math.max(1, ...bars.map(({ bytes }) => bytes));
  const marks = [
    { name: "announced", atMs: call.announcedAtMs },
    { name: "closed", atMs: call.closedAtMs },
    { name: "stop", atMs: stop?.atMs ?? null },
    { name: "settled", atMs: call.settled?.atMs ?? null },
  ];

  return (
    <div className="strip" aria-hidden="true">
      {bars.map(({ atMs, bytes }, index) => (
        <i
          // Two pieces may come in the same millisecond, and their order never changes.
          key={index}
          className="strip-bar"
          style={{ insetInlineStart: place(atMs), blockSize: `${20 + (bytes / mostBytes) * 55}%` }}
        />
      ))}
      {marks.map(({ name, atMs }) =>
        atMs === null ? null : (
          <i key={name} className="strip-mark" data-mark={name} style={{ insetInlineStart: place(atMs) }} />
        ),
      )}
    </div>
  );
}

function thinned(fragments: readonly RolledFragment[]): readonly RolledFragment[] {
  const step = Math.ceil(fragments.length / MAX_BARS);
  return step <= 1 ? fragments : fragments.filter((_, index) => index % step === 0);
}
