import { type RefObject, useEffect, useRef } from "react";

/** Close enough to the end to want to see what comes next. */
const NEAR_PX = 80;

/**
 * Keeps the end of a list in sight while it grows, unless the person scrolled away from it. Gives what scrolls and what
 * grows in it. A new `latest` brings the person back to the end: it is what they just asked for.
 */
export function usePinnedScroll(latest: string): {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const outer = scroller.current;
    const inner = content.current;
    if (outer === null || inner === null) return;
    let isPinned = true;
    outer.scrollTop = outer.scrollHeight;
    let lastTop = outer.scrollTop;
    const notice = (): void => {
      // Only who goes up leaves the end: a list that has grown since is no wish of the person.
      const isNear = outer.scrollHeight - outer.scrollTop - outer.clientHeight < NEAR_PX;
      isPinned = isNear || (isPinned && outer.scrollTop >= lastTop);
      lastTop = outer.scrollTop;
    };
    const observer = new ResizeObserver(() => {
      if (isPinned) outer.scrollTop = outer.scrollHeight;
    });
    observer.observe(inner);
    observer.observe(outer);
    outer.addEventListener("scroll", notice, { passive: true });
    return () => {
      observer.disconnect();
      outer.removeEventListener("scroll", notice);
    };
  }, [latest]);

  return { scroller, content };
}
