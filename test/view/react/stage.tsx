/** The page of the browser tests: shows scenes with a clock that only the test moves, and notes what is spoken. */
import { StrictMode, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";

import type { Clock } from "../../../src/protocol/clock.ts";
import { TurnBlocks, useStop, type CallBodyProps, type TurnSource } from "../../../src/react.ts";
import type { TurnView } from "../../../src/view/blocks/block.ts";
import { english } from "../../../src/view/words/english.ts";
import { german } from "../../../src/view/words/german.ts";
import { scenes, type SceneName } from "./scenes.ts";

/** What a test can do on the page. */
export interface Stage {
  mount(scene: SceneName, options?: StageOptions): void;
  /** Makes the HTML as a server does, and brings it to life. Gives what React complained of. */
  hydrate(scene: SceneName): Promise<readonly string[]>;
  change(view: SceneName | TurnView): Promise<void>;
  advance(ms: number): Promise<void>;
  /** What came into the live region, in its order. */
  spoken(): readonly string[];
  /** How often the turn was asked to stop. */
  stops(): number;
  refuseStops(): void;
  timers(): number;
}

/** @see Stage */
export interface StageOptions {
  readonly theme?: "light" | "dark";
  readonly language?: "en" | "de";
  readonly isBodied?: boolean;
  readonly isStoppable?: boolean;
}

declare global {
  interface Window {
    readonly stage: Stage;
  }
}

interface HandStore extends TurnSource {
  show(view: TurnView): void;
}

function createHandStore(first: TurnView): HandStore {
  const listeners = new Set<() => void>();
  let view = first;
  return {
    get view() {
      return view;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(next) {
      view = next;
      for (const listener of listeners) listener();
    },
  };
}

interface HandClock extends Clock {
  advance(ms: number): void;
  timers(): number;
}

function createHandClock(): HandClock {
  let nowMs = 0;
  const timers = new Set<{ readonly dueMs: number; readonly callback: () => void }>();
  return {
    now: () => nowMs,
    after(delayMs, callback) {
      const timer = { dueMs: nowMs + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const untilMs = nowMs + ms;
      for (;;) {
        const [next] = [...timers].filter((timer) => timer.dueMs <= untilMs).toSorted((a, b) => a.dueMs - b.dueMs);
        if (next === undefined) break;
        timers.delete(next);
        nowMs = next.dueMs;
        next.callback();
      }
      nowMs = untilMs;
    },
    timers: () => timers.size,
  };
}

function TicketBody({ block }: CallBodyProps): ReactNode {
  return <p>A body of the application's own for {block.tool}</p>;
}

interface StopButtonProps {
  readonly store: TurnSource;
  readonly clock: Clock;
}

function StopButton({ store, clock }: StopButtonProps): ReactNode {
  const { state, press } = useStop(
    store,
    () => {
      stops += 1;
      return areStopsRefused ? Promise.reject(new Error("no connection")) : undefined;
    },
    { clock },
  );
  return (
    <button type="button" disabled={state === "unavailable"} onClick={press}>
      {state}
    </button>
  );
}

let stops = 0;
let areStopsRefused = false;
let root: Root | null = null;
let store = createHandStore(scenes.empty);
let clock = createHandClock();
let spoken: string[] = [];

function stageElement(): HTMLElement {
  const element = document.querySelector("main");
  if (element === null) throw new Error("the page has no main");
  return element;
}

function begin(scene: SceneName): void {
  if (root !== null) root.unmount();
  stops = 0;
  areStopsRefused = false;
  spoken = [];
  store = createHandStore(scenes[scene]);
  clock = createHandClock();
}

function listen(): void {
  const region = document.querySelector("[role=status]");
  if (region === null) throw new Error("there is no status region");
  new MutationObserver((mutations) => {
    for (const mutation of mutations) for (const node of mutation.addedNodes) spoken.push(node.textContent ?? "");
  }).observe(region, { childList: true, subtree: true, characterData: true });
}

// A promise that the browser keeps after it has done what is planned for now.
function laterOn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

function content({ theme, language, isBodied, isStoppable }: StageOptions): ReactNode {
  return (
    <StrictMode>
      <TurnBlocks
        store={store}
        clock={clock}
        theme={theme}
        words={language === "de" ? german : english}
        label="Answer"
        bodies={isBodied === true ? { create_ticket: TicketBody } : undefined}
      />
      {isStoppable === true ? <StopButton store={store} clock={clock} /> : null}
    </StrictMode>
  );
}

const stage: Stage = {
  mount(scene, options = {}) {
    begin(scene);
    const created = createRoot(stageElement());
    root = created;
    flushSync(() => created.render(content(options)));
    listen();
  },
  async hydrate(scene) {
    begin(scene);
    const complaints: string[] = [];
    clock.advance(7000);
    stageElement().innerHTML = renderToString(content({}));
    clock.advance(7000);
    root = hydrateRoot(stageElement(), content({}), {
      onRecoverableError: (error) => complaints.push(String(error)),
    });
    await laterOn();
    listen();
    return complaints;
  },
  async change(view) {
    store.show(typeof view === "string" ? scenes[view] : view);
    clock.advance(16);
    await laterOn();
  },
  async advance(ms) {
    clock.advance(ms);
    await laterOn();
  },
  spoken: () => spoken,
  stops: () => stops,
  refuseStops() {
    areStopsRefused = true;
  },
  timers: () => clock.timers(),
};

Object.assign(globalThis, { stage });
