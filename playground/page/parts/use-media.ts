import { useCallback, useSyncExternalStore } from "react";

/** How much room there is: everything beside each other, the chat and one more part, or one part at a time. */
export type Room = "wide" | "medium" | "narrow";

/** Whether a media query holds. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", notify);
      return () => list.removeEventListener("change", notify);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** The room of the window. The same widths stand in `styles/page.css`. */
export function useRoom(): Room {
  const isWide = useMedia("(min-width: 77.5rem)");
  const isMedium = useMedia("(min-width: 48rem)");
  if (isWide) return "wide";
  return isMedium ? "medium" : "narrow";
}
