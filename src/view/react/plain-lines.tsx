"use client";

import type { ReactNode } from "react";

import { systemClock } from "../../protocol/clock.ts";
import type { NoticeBlock } from "../blocks/block.ts";
import { english } from "../words/english.ts";
import { Mark } from "./mark.tsx";
import { silentAfterSeconds, type RenderSettings } from "./render-settings.ts";
import { useSecondsSince } from "./use-seconds-since.ts";

/** @see NoticeLine */
export interface NoticeLineProps extends Pick<RenderSettings, "words"> {
  readonly block: NoticeBlock;
}

/** The line that a message or a turn ends with when it did not end well. */
export function NoticeLine({ block, words = english }: NoticeLineProps): ReactNode {
  return (
    <div data-part="notice">
      <Mark status="not-run" />
      <span data-part="statement" lang={words.language}>
        {block.statement}
      </span>
    </div>
  );
}

/** @see WaitingLine */
export interface WaitingLineProps extends RenderSettings {
  /** Since when the model has been asked, by the clock of the store. */
  readonly sinceMs: number;
}

/** Says that the model was asked and has not answered, and for how long once that is worth a word. */
export function WaitingLine({ sinceMs, words = english, clock = systemClock }: WaitingLineProps): ReactNode {
  const seconds = useSecondsSince(sinceMs, clock) ?? 0;
  const isSilent = seconds >= silentAfterSeconds;
  return (
    <div data-part="waiting" data-silent={isSilent ? "" : undefined} lang={words.language}>
      <span data-part="dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span data-part="statement">{words.live.waiting}</span>{" "}
      {isSilent ? <span data-part="silence">{words.live.silentFor(seconds)}</span> : null}
    </div>
  );
}
