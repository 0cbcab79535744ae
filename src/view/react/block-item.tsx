import { memo, type ComponentType, type ReactNode } from "react";

import type { Block } from "../blocks/block.ts";
import { CallCard, type CallBodyProps, type CallCardProps } from "./call-card.tsx";
import { NoticeLine, type NoticeLineProps } from "./plain-lines.tsx";
import { AnswerText, ReasoningFold, type AnswerTextProps, type ReasoningFoldProps } from "./prose.tsx";
import type { RenderSettings } from "./render-settings.ts";

/** Components to use instead of those of this door. */
export interface TurnSlots {
  /** Such as one that renders Markdown. The text is not trusted. */
  readonly text?: ComponentType<AnswerTextProps>;
  readonly reasoning?: ComponentType<ReasoningFoldProps>;
  /** Must say `block.statement` where it is not `null`: nothing else says how the call ended. */
  readonly call?: ComponentType<CallCardProps>;
  /** Must say `block.statement`. */
  readonly notice?: ComponentType<NoticeLineProps>;
}

/** What a block is shown with. */
export interface BlockSettings extends RenderSettings {
  /** Bodies for the calls of tools, by the name of the tool. The line of the call stays above them. */
  readonly bodies?: Readonly<Record<string, ComponentType<CallBodyProps>>> | undefined;
  readonly slots?: TurnSlots | undefined;
}

/** @see BlockItem */
export interface BlockItemProps extends BlockSettings {
  readonly block: Block;
}

/** One block in the list. Blocks that did not change keep their identity, so that only what changed is rendered. */
export const BlockItem: ComponentType<BlockItemProps> = memo(function BlockItem({
  block,
  ...settings
}: BlockItemProps) {
  return <li data-kind={block.kind}>{blockContent(block, settings)}</li>;
});

function blockContent(block: Block, { words, clock, slots = {}, bodies }: BlockSettings): ReactNode {
  const { text: Text = AnswerText, reasoning: Reasoning = ReasoningFold, call: Call = CallCard } = slots;
  const { notice: Notice = NoticeLine } = slots;
  switch (block.kind) {
    case "text":
      return <Text block={block} />;
    case "reasoning":
      return <Reasoning block={block} words={words} />;
    case "call":
      return <Call block={block} words={words} clock={clock} body={bodyFor(block.tool, bodies)} />;
    case "notice":
      return <Notice block={block} words={words} />;
  }
}

// The name comes from the provider: `constructor` is no tool because every object has one.
function bodyFor(tool: string, bodies: BlockSettings["bodies"]): ComponentType<CallBodyProps> | undefined {
  return bodies !== undefined && Object.hasOwn(bodies, tool) ? bodies[tool] : undefined;
}
