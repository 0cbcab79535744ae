import { type RefObject, useEffect, useRef } from "react";

/** Close enough to the end to want to see what comes next. */
const NEAR_PX = 80;

/**
 * Keeps the end of a list in sight while it grows, unless the person scrolled away from it. Gives what scrolls and what
 * grows in it.
 */
export function usePinnedScroll(): {
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
    const notice = (): void => {
      isPinned = outer.scrollHeight - outer.scrollTop - outer.clientHeight < NEAR_PX;
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
  }, []);

  return { scroller, content };
}
