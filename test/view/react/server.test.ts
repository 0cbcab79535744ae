import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";

import { TurnBlocks } from "../../../src/react.ts";
import { scenes } from "./scenes.ts";

function html(scene: keyof typeof scenes): string {
  return renderToString(createElement(TurnBlocks, { view: scenes[scene] }));
}

test("a server makes a turn with an empty status region, and says what did not happen", () => {
  expect(html("notice")).toBe(
    '<div class="rollcall" data-part="turn" data-state="ended">' +
      '<ol role="list" data-part="blocks" aria-busy="false">' +
      '<li data-kind="text"><div data-part="text" data-state="ended" dir="auto">I&#x27;ll create that ticket for you now.</div></li>' +
      '<li data-kind="notice"><div data-part="notice">' +
      '<svg data-part="mark" aria-hidden="true" focusable="false" viewBox="0 0 16 16" fill="none" stroke="currentColor" ' +
      'stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">' +
      '<circle cx="8" cy="8" r="6.25"></circle><path d="M3.7 12.3 12.3 3.7"></path></svg>' +
      '<span data-part="statement" lang="en">the answer ended early — nothing was run</span></div></li></ol>' +
      '<div role="status" aria-atomic="false" aria-relevant="additions" data-part="status" lang="en"></div></div>',
  );
});

test("a server that follows a store sends what is there", () => {
  const store = { view: scenes.running, subscribe: (): (() => void) => () => {} };

  const made = renderToString(createElement(TurnBlocks, { store }));

  expect(made).toContain('data-state="running" data-tool="create_ticket" data-run-by="client" open=""');
  expect(made).toContain('aria-busy="true"');
});

test("a server escapes what a model or a provider wrote", () => {
  const made = html("hostile");

  expect(made).toContain("&lt;img src=x onerror=");
  expect(made).toContain("&lt;b&gt;constructor&lt;/b&gt;");
  expect(made).not.toContain("<script");
  expect(made).not.toContain("<img");
});
