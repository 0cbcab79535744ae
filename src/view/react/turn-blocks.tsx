"use client";

import type { ReactNode } from "react";

import { systemClock } from "../../protocol/clock.ts";
import type { TurnView } from "../blocks/block.ts";
import { english } from "../words/english.ts";
import { BlockItem, type BlockSettings } from "./block-item.tsx";
import { EndingSpeaker } from "./ending-speaker.tsx";
import { WaitingLine } from "./plain-lines.tsx";
import type { TurnSource } from "./turn-source.ts";
import { useTurnView } from "./use-turn-view.ts";

/** How a turn is shown. */
export interface TurnSettings extends BlockSettings {
  /** Default what the person prefers, or a class `light` or `dark` further up. */
  readonly theme?: "light" | "dark" | undefined;
  /** What the list of blocks is called, for who cannot see it. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/** Either a store that is followed, or one view. */
export type TurnBlocksProps = TurnSettings &
  ({ readonly store: TurnSource; readonly view?: undefined } | { readonly view: TurnView; readonly store?: undefined });

/**
 * A whole turn: texts, calls and notices from top to bottom, and one status region that speaks each ending once. Wants
 * the stylesheet `rollcall/react.css`, or one of your own for the same `data-part` and `data-state` attributes.
 *
 * @example
 * ```tsx
 * import { TurnBlocks } from "rollcall/react";
 * import "rollcall/react.css";
 *
 * <TurnBlocks store={store} bodies={{ create_ticket: TicketCard }} />;
 * ```
 */
export function TurnBlocks({ store, view, ...settings }: TurnBlocksProps): ReactNode {
  return store === undefined ? (
    <Turn view={view} origin={null} {...settings} />
  ) : (
    <FollowedTurn store={store} {...settings} />
  );
}

function FollowedTurn({ store, ...settings }: TurnSettings & { readonly store: TurnSource }): ReactNode {
  const view = useTurnView(store, { clock: settings.clock });
  return <Turn view={view} origin={store} {...settings} />;
}

interface TurnProps extends TurnSettings {
  readonly view: TurnView;
  readonly origin: object | null;
}

function Turn({ view, origin, theme, className, label, ...settings }: TurnProps): ReactNode {
  const { words = english, clock = systemClock, slots, bodies } = settings;
  return (
    <div
      className={["rollcall", theme, className].filter(Boolean).join(" ")}
      data-part="turn"
      data-state={view.isOpen ? "open" : "ended"}
    >
      {/* Lists without bullets are no lists to Safari, unless they say so. */}
      <ol role="list" data-part="blocks" aria-busy={view.isOpen} aria-label={label}>
        {view.blocks.map((block) => (
          <BlockItem key={block.key} block={block} words={words} clock={clock} slots={slots} bodies={bodies} />
        ))}
        {view.waitingSinceMs === null ? null : (
          <li data-kind="waiting">
            <WaitingLine sinceMs={view.waitingSinceMs} words={words} clock={clock} />
          </li>
        )}
      </ol>
      <EndingSpeaker view={view} origin={origin} words={words} clock={clock} />
    </div>
  );
}
