"use client";

import type { ComponentType, ReactNode } from "react";

import { systemClock } from "../../protocol/clock.ts";
import type { CallBlock, CallStatus } from "../blocks/block.ts";
import { english } from "../words/english.ts";
import type { LiveWords, Words } from "../words/words.ts";
import { Mark } from "./mark.tsx";
import { isVisible, PreviewTree } from "./preview-tree.tsx";
import { silentAfterSeconds, type RenderSettings } from "./render-settings.ts";
import { useSilence } from "./use-seconds-since.ts";

/** What a body gets. */
export interface CallBodyProps {
  readonly block: CallBlock;
}

/** @see CallCard */
export interface CallCardProps extends RenderSettings {
  readonly block: CallBlock;
  /** Shows the arguments in another way. What became of the call stands above it, whatever it shows. */
  readonly body?: ComponentType<CallBodyProps> | undefined;
}

/** A call of a tool: one line that says what it is doing or how it ended, and what may be seen of its arguments. */
export function CallCard({ block, body: Body, words = english, clock = systemClock }: CallCardProps): ReactNode {
  const silentSeconds = useSilence(block, clock) ?? 0;
  const isSilent = silentSeconds >= silentAfterSeconds;
  const attributes = {
    "data-part": "call",
    "data-state": block.status,
    "data-tool": block.tool,
    "data-run-by": block.runBy,
    "data-silent": isSilent ? "" : undefined,
  } as const;
  const header = <CallHeader block={block} words={words} silentSeconds={isSilent ? silentSeconds : 0} />;
  const { root } = block.preview;

  if (Body === undefined && !isVisible(root)) {
    return (
      <div {...attributes}>
        <div data-part="header">{header}</div>
      </div>
    );
  }
  return (
    <details {...attributes} open>
      <summary data-part="header">{header}</summary>
      <div data-part="body">{Body === undefined ? root && <PreviewTree node={root} /> : <Body block={block} />}</div>
    </details>
  );
}

interface CallHeaderProps {
  readonly block: CallBlock;
  readonly words: Words;
  /** 0 where it is not worth a word. */
  readonly silentSeconds: number;
}

function CallHeader({ block, words, silentSeconds }: CallHeaderProps): ReactNode {
  const isComingIn = block.status === "preparing" && block.bytes > 0;
  return (
    <>
      <Mark status={block.status} />
      <span data-part="words">
        <span data-part="line">
          <bdi data-part="tool">{block.tool}</bdi>
          <span data-part="dash"> — </span>
          <span data-part="statement" lang={words.language}>
            {block.statement ?? liveWord(block.status, words.live)}
          </span>
        </span>{" "}
        {isComingIn || silentSeconds > 0 ? (
          <span data-part="progress" lang={words.language}>
            {isComingIn ? <span data-part="received">{words.live.received(block.bytes)}</span> : null}{" "}
            {silentSeconds > 0 ? <span data-part="silence">{words.live.silentFor(silentSeconds)}</span> : null}
          </span>
        ) : null}
      </span>
    </>
  );
}

function liveWord(status: CallStatus, live: LiveWords): string {
  return status === "preparing" || status === "ready" || status === "running" ? live[status] : "";
}
