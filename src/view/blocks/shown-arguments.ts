import { createPreview, type PreviewReader } from "../../preview/preview.ts";
import type { PreviewPatch } from "../../preview/patch.ts";
import type { Attempt, CardScope } from "./card-scope.ts";
import { inertPatch } from "./inert-patch.ts";

/** What may be seen of the arguments of one attempt at a call, as patches for the board. */
export class ShownArguments {
  /** There is none for freeform text, and for what the provider runs. */
  #reader: PreviewReader | undefined;
  #fromBytes: number;

  /** What an earlier attempt showed stays until `fromBytes` of the call came: nobody sees a request begin again. */
  constructor({ name, input, runBy }: Attempt, { displayOf }: Pick<CardScope, "displayOf">, fromBytes = 0) {
    const isRead = input === "json" && runBy === "client";
    this.#reader = isRead ? createPreview({ display: displayOf(name), limits: { maxSpans: 0 } }) : undefined;
    this.#fromBytes = fromBytes;
  }

  /** `bytes` is how much of the call has come, in every attempt. */
  push(text: string, bytes: number): readonly PreviewPatch[] {
    return this.#show(this.#reader?.push(text) ?? [], bytes);
  }

  end(): readonly PreviewPatch[] {
    const patches = this.#show(this.#reader?.end() ?? [], Number.POSITIVE_INFINITY);
    this.#reader = undefined;
    return patches;
  }

  /** Nothing while the earlier attempt is shown, then all of this one at once, then what is new. */
  #show(patches: readonly PreviewPatch[], bytes: number): readonly PreviewPatch[] {
    if (this.#fromBytes === 0) return patches.map(inertPatch);
    if (bytes < this.#fromBytes) return [];
    this.#fromBytes = 0;
    const root = this.#reader?.snapshot().root ?? null;
    return root === null ? [] : [inertPatch({ type: "put", path: [], node: root })];
  }
}
