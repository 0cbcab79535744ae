import type { ReactNode } from "react";

import type { ReasoningBlock, TextBlock } from "../blocks/block.ts";
import { english } from "../words/english.ts";
import type { RenderSettings } from "./render-settings.ts";

/** @see AnswerText */
export interface AnswerTextProps {
  readonly block: TextBlock;
}

/** What the model says, as plain text: each paragraph in the direction of its own language. */
export function AnswerText({ block }: AnswerTextProps): ReactNode {
  return (
    <div data-part="text" data-state={block.endedAtMs === null ? "open" : "ended"} dir="auto">
      {block.text}
    </div>
  );
}

/** @see ReasoningFold */
export interface ReasoningFoldProps extends Pick<RenderSettings, "words"> {
  readonly block: ReasoningBlock;
}

/** What the model thinks, folded until somebody wants to see it. */
export function ReasoningFold({ block, words = english }: ReasoningFoldProps): ReactNode {
  return (
    <details data-part="reasoning" data-state={block.endedAtMs === null ? "open" : "ended"}>
      <summary data-part="header" lang={words.language}>
        {words.live.reasoning}
      </summary>
      <div data-part="body" dir="auto">
        {block.text}
      </div>
    </details>
  );
}
