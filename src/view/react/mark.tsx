import type { ReactNode } from "react";

import type { CallStatus } from "../blocks/block.ts";

const ring = <circle cx="8" cy="8" r="6.25" />;

const crossedOut = (
  <>
    {ring}
    <path d="M3.7 12.3 12.3 3.7" />
  </>
);

/** One sign for each status, told apart by its shape: color only repeats it. */
const shapes: Readonly<Record<CallStatus, ReactNode>> = {
  preparing: <circle cx="8" cy="8" r="6.25" strokeDasharray="2.4 2.51" />,
  ready: ring,
  running: (
    <>
      <circle cx="8" cy="8" r="6.25" opacity="0.28" />
      <path d="M8 1.75A6.25 6.25 0 0 1 14.25 8" />
    </>
  ),
  done: (
    <>
      {ring}
      <path d="m5.2 8.3 2 2 3.7-4.4" />
    </>
  ),
  errored: (
    <>
      {ring}
      <path d="m5.9 5.9 4.2 4.2m0-4.2-4.2 4.2" />
    </>
  ),
  "in-doubt": (
    <>
      {ring}
      <path d="M6.2 6.3c.1-1 .8-1.6 1.8-1.6s1.8.6 1.8 1.5c0 1.2-1.7 1.4-1.7 2.7M8.05 11.2h.01" />
    </>
  ),
  "not-run": crossedOut,
  cancelled: crossedOut,
  observed: <circle cx="8" cy="8" r="2.4" fill="currentColor" stroke="none" />,
};

/** The sign of a status. The words beside it say the same, so that it is silent. */
export function Mark({ status }: { readonly status: CallStatus }): ReactNode {
  return (
    <svg
      data-part="mark"
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes[status]}
    </svg>
  );
}
