import type { ReactNode } from "react";

/** The names of the signs. */
export type IconName =
  | "again"
  | "arrow"
  | "check"
  | "chevron"
  | "close"
  | "cross"
  | "doubt"
  | "eye"
  | "pen"
  | "play"
  | "ring"
  | "stop"
  | "trash"
  | "warn";

const paths: Readonly<Record<IconName, string>> = {
  again: "M13 8a5 5 0 1 1-1.6-3.7M13 2.500v2.800h-2.800",
  arrow: "M8 13V3.500M4 7.300 8 3.300l4 4",
  check: "m3.500 8.500 3 3 6-7",
  chevron: "m4.500 6.500 3.500 3.500 3.500-3.500",
  close: "m4 4 8 8m0-8-8 8",
  cross: "M3.800 12.200 12.200 3.800M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12",
  doubt:
    "M6.200 6.200c.1-1 .8-1.600 1.800-1.600s1.800.6 1.800 1.500c0 1.200-1.800 1.400-1.800 2.700M8 11.300h.01M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12",
  eye: "M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8M8 9.700a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400",
  pen: "M9.500 3.500 12.500 6.500 6 13H3v-3z",
  play: "M5 3.300v9.400L12.500 8z",
  ring: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12",
  stop: "M4.500 4.500h7v7h-7z",
  trash: "M3 4.500h10M6.500 4.500V3h3v1.500M4.500 4.500l.6 8.500h5.800l.6-8.500",
  warn: "M8 2.500 14 13H2zM8 6.500v3M8 11.300h.01",
};

/** A sign. The words beside it say the same, so that it is silent. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg
      className="icon"
      aria-hidden="true"
      viewBox="0 0 16 16"
      fill={name === "stop" || name === "play" ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
