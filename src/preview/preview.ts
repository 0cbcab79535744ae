import type { DisplayRule } from "./display.ts";
import { readPreviewLimits, type PreviewLimits } from "./limits.ts";
import type { Preview, PreviewPatch } from "./patch.ts";
import { createSpanLog, type ValueSpan } from "./spans.ts";
import { createTokenizer, type PreviewStop } from "./tokenizer.ts";
import { createPreviewWriter } from "./writer.ts";

/**
 * Reads the arguments of one call while they come in, for display. Never throws on what it reads.
 *
 * What it shows is certain: a text as far as it goes, in whole characters; a number once it has ended, since `1` may become
 * `12`; a literal, a key once they are whole. A text only grows. A key that comes again takes the place of the earlier
 * one, as `JSON.parse` has it. Where the text stops being JSON, what is there stays, and nothing more comes.
 */
export interface PreviewReader {
  /** Takes more text; says what changed. */
  push(fragment: string): readonly PreviewPatch[];
  /** No more text comes. Says what only its end made certain: a number that is the whole document. */
  end(): readonly PreviewPatch[];
  /** All that is shown now. Costs as much as that; the limits bound it. */
  snapshot(): Preview;
  /** Where and why the text stopped being JSON that is read; `null` while it has not. */
  readonly stop: PreviewStop | null;
  /** Characters pushed so far, in UTF-16 code units. */
  readonly length: number;
  /**
   * Where the values stand in the text, in its order, those included that are not shown: for whoever must take them out
   * of it. A key that comes twice is there twice. Paths hold keys that no preview shows: not for display.
   */
  spans(): readonly ValueSpan[];
  /** From here on, values may be missing in `spans`: there were more of them than are remembered. `null`: none is missing. */
  readonly spansReach: number | null;
}

/** @see createPreview */
export interface PreviewOptions {
  /** What may be seen, from `createDisplay`. */
  readonly display: DisplayRule;
  readonly limits?: Partial<PreviewLimits>;
}

/** Makes a reader for one call. @throws {RangeError} for a limit that is no whole number from 0 up. */
export function createPreview(options: PreviewOptions): PreviewReader {
  const limits = readPreviewLimits(options.limits ?? {});
  const spans = createSpanLog(limits.maxSpans);
  const writer = createPreviewWriter({ rule: options.display, limits, spans });
  const tokenizer = createTokenizer(writer, limits);

  return {
    push(fragment) {
      tokenizer.push(fragment);
      return writer.takePatches();
    },
    end() {
      tokenizer.end();
      return writer.takePatches();
    },
    snapshot: () => writer.snapshot(),
    get stop() {
      return tokenizer.stop;
    },
    get length() {
      return tokenizer.length;
    },
    spans: () => spans.spans,
    get spansReach() {
      return spans.reach;
    },
  };
}
