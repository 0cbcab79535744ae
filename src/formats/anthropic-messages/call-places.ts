import type { CallEvent } from "../../protocol/call-event.ts";

/**
 * Says which outcome belongs to which of the reader's calls. Outcomes stand in the order of announcement: a call with an
 * id or a name is announced where it starts, one with neither at the end of the message, and not at all without text.
 */
export interface CallPlaces {
  note(event: CallEvent): void;
  /** The index of the call's outcome; `null` for one that has none. */
  placeOf(call: number): number | null;
}

/** Makes the places of one message. */
export function createCallPlaces(): CallPlaces {
  return new MessagePlaces();
}

class MessagePlaces implements CallPlaces {
  readonly #announced: number[] = [];
  readonly #nameless: number[] = [];
  readonly #withText = new Set<number>();

  note(event: CallEvent): void {
    if (event.type === "call-start") {
      (event.id === null && event.name === null ? this.#nameless : this.#announced).push(event.call);
    } else if ((event.type === "call-delta" || event.type === "call-snapshot") && event.text !== "") {
      if (this.#nameless.includes(event.call)) this.#withText.add(event.call);
    }
  }

  placeOf(call: number): number | null {
    const order = [...this.#announced, ...this.#nameless.filter((nameless) => this.#withText.has(nameless))];
    const place = order.indexOf(call);
    return place === -1 ? null : place;
  }
}
