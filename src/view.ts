export { callLine, endingLine } from "./view/wording.ts";
export { createBlockStore, type BlockStoreOptions, type ShownTool } from "./view/blocks/block-store.ts";
export { createBlockMirror, type BlockMirror, type BlockMirrorOptions } from "./view/blocks/block-mirror.ts";
export type { BlockStore, BlockView, EndCause } from "./view/blocks/block-view.ts";
export type {
  Block,
  CallBlock,
  CallStatus,
  EndStatus,
  LiveStatus,
  NoticeBlock,
  ReasoningBlock,
  TextBlock,
  TurnView,
} from "./view/blocks/block.ts";
export type { SentBlock, ViewChange, ViewChanges, ViewFollower } from "./view/blocks/change.ts";
export { english } from "./view/words/english.ts";
export { german } from "./view/words/german.ts";
export { japanese } from "./view/words/japanese.ts";
export type { LiveWords, ResultWords, TallyWords, TurnWords, Words } from "./view/words/words.ts";
export type { Display, DisplayMap } from "./preview/display.ts";
export type { Preview, PreviewEntry, PreviewNode, PreviewPatch, PreviewPath, TextExtent } from "./preview/patch.ts";
