"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";

import type { Clock } from "../../protocol/clock.ts";
import type { TurnView } from "../blocks/block.ts";
import type { Words } from "../words/words.ts";
import { endingsOf, speak } from "./spoken-endings.ts";

/** What was spoken goes again after so long, so that nobody who reads on by the keyboard comes upon it. */
const CLEAR_AFTER_MS = 15_000;

/** @see EndingSpeaker */
export interface EndingSpeakerProps {
  readonly view: TurnView;
  /** Whose endings they are: where it is another one, what has ended by then is history and is not spoken. */
  readonly origin: object | null;
  readonly words: Words;
  readonly clock: Clock;
}

interface Utterance {
  readonly id: number;
  readonly text: string;
}

interface Memory {
  readonly origin: object | null;
  readonly spokenKeys: Set<string>;
}

/**
 * The one live region of a turn: says each ending once, in the frame in which it appears, and nothing else. It stands in
 * the page from the start and empty, since a region that comes together with its text is often not read. Utterances are
 * added one below the other and not replaced: a text that is replaced before it was read is lost.
 */
export function EndingSpeaker({ view, origin, words, clock }: EndingSpeakerProps): ReactNode {
  const utterances = useUtterances({ view, origin, words, clock });
  return (
    <div role="status" aria-atomic="false" aria-relevant="additions" data-part="status" lang={words.language}>
      {utterances.map(({ id, text }) => (
        <div key={id}>{text}</div>
      ))}
    </div>
  );
}

function useUtterances({ view, origin, words, clock }: EndingSpeakerProps): readonly Utterance[] {
  const [utterances, setUtterances] = useState<readonly Utterance[]>([]);
  const memory = useRef<Memory | null>(null);

  useEffect(() => {
    const endings = endingsOf(view);
    if (memory.current === null || memory.current.origin !== origin) {
      memory.current = { origin, spokenKeys: new Set(endings.map(({ key }) => key)) };
      return;
    }
    const { spokenKeys } = memory.current;
    const fresh = endings.filter(({ key }) => !spokenKeys.has(key));
    if (fresh.length === 0) return;
    for (const { key } of fresh) spokenKeys.add(key);
    const text = speak(fresh, words);
    setUtterances((earlier) => [...earlier, { id: (earlier.at(-1)?.id ?? 0) + 1, text }]);
  }, [view, origin, words]);

  useEffect(() => {
    if (utterances.length === 0) return;
    return clock.after(CLEAR_AFTER_MS, () => setUtterances([]));
  }, [utterances, clock]);

  return utterances;
}
