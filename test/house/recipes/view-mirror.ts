import type { BlockStore, ViewChanges } from "rollcall/view";

/** Sends what there is in a store, then what changes, at most once a frame. A mirror takes what is sent by `apply`. */
export function sendChanges(
  store: BlockStore,
  send: (changes: ViewChanges) => void,
  nextFrame: (draw: () => void) => void,
): () => void {
  const follower = store.follow();
  let isAsked = false;
  const sendNow = (): void => {
    isAsked = false;
    const changes = follower.take();
    if (changes.changes.length > 0) send(changes);
  };
  const unsubscribe = store.subscribe(() => {
    if (!isAsked) nextFrame(sendNow);
    isAsked = true;
  });
  sendNow();
  return () => {
    unsubscribe();
    sendNow();
    follower.close();
  };
}
