import type { ReactNode } from "react";

import type { PreviewEntry, PreviewNode } from "../../preview/patch.ts";

/** Stands for a value that is there and not shown; how long it is stays untold. */
const concealed = { hide: "…", sensitive: "••••••" } as const;

/** What may be seen of the arguments of a call, as a list of names and values. */
export function PreviewTree({ node }: { readonly node: PreviewNode }): ReactNode {
  switch (node.kind) {
    case "text":
      return (
        <span data-part="value" data-kind="text" data-extent={node.extent} dir="auto">
          {node.text}
        </span>
      );
    case "number":
      return (
        <span data-part="value" data-kind="number">
          <bdi>{node.text}</bdi>
        </span>
      );
    case "literal":
      return (
        <span data-part="value" data-kind="literal">
          {String(node.value)}
        </span>
      );
    case "concealed":
      return (
        <span data-part="value" data-kind="concealed" data-display={node.display}>
          {concealed[node.display]}
        </span>
      );
    case "object":
      return (
        <>
          {node.entries.length === 0 ? null : <dl data-part="members">{node.entries.map(member)}</dl>}
          {node.hasMore ? <More /> : null}
        </>
      );
    case "list":
      return (
        <>
          {node.entries.length === 0 ? null : <ul data-part="elements">{node.entries.map(element)}</ul>}
          {node.hasMore ? <More /> : null}
        </>
      );
  }
}

/** Whether there is anything to be seen in it. */
export function isVisible(node: PreviewNode | null): node is PreviewNode {
  if (node === null) return false;
  return node.kind !== "object" && node.kind !== "list" ? true : node.hasMore || node.entries.length > 0;
}

function member({ key, node }: PreviewEntry): ReactNode {
  return (
    <div key={key} data-part="member">
      <dt>
        <bdi>{key}</bdi>
      </dt>
      <dd>
        <PreviewTree node={node} />
      </dd>
    </div>
  );
}

function element({ key, node }: PreviewEntry): ReactNode {
  return (
    <li key={key}>
      <PreviewTree node={node} />
    </li>
  );
}

function More(): ReactNode {
  return <div data-part="more">…</div>;
}
