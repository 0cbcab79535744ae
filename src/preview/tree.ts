import { appendText, toBox, toNode, type Box, type ContainerBox, type TextBox } from "./box.ts";
import { createSnapshot, type Preview, type PreviewPatch, type PreviewPath } from "./patch.ts";

/** A preview that grows by patches, wherever they went. */
export interface PreviewTree {
  /** Applies one patch. A patch for a place that is not there changes nothing. */
  apply(patch: PreviewPatch): void;
  /** What is there now. Never changes; costs as much as is in it. */
  snapshot(): Preview;
}

/** Makes an empty preview. */
export function createPreviewTree(): PreviewTree {
  let root: Box | undefined;

  function find(path: PreviewPath, depth: number): Box | undefined {
    let box = root;
    for (let at = 0; at < depth; at += 1) {
      if (!isContainer(box)) return undefined;
      const key = path[at];
      box = key === undefined ? undefined : box.members.get(key);
    }
    return box;
  }

  function put(path: PreviewPath, box: Box): void {
    const key = path.at(-1);
    if (key === undefined) {
      root = box;
      return;
    }
    const parent = find(path, path.length - 1);
    if (isContainer(parent)) parent.members.set(key, box);
  }

  return {
    apply(patch) {
      if (patch.type === "put") put(patch.path, toBox(patch.node));
      else change(find(patch.path, patch.path.length), patch);
    },
    snapshot: () => createSnapshot(root === undefined ? null : toNode(root)),
  };
}

type Change = Exclude<PreviewPatch, { readonly type: "put" }>;

function change(box: Box | undefined, patch: Change): void {
  if (box?.kind === "text") changeText(box, patch);
  if (isContainer(box)) changeContainer(box, patch);
}

function changeText(box: TextBox, patch: Change): void {
  if (patch.type === "append") appendText(box, patch.text);
  if (patch.type === "end") box.extent = patch.extent;
}

function changeContainer(box: ContainerBox, patch: Change): void {
  if (patch.type === "more") box.hasMore = true;
  if (patch.type === "end") box.isWhole = true;
}

function isContainer(box: Box | undefined): box is ContainerBox {
  return box?.kind === "object" || box?.kind === "list";
}
