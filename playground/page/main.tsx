import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "rollcall/react.css";

import { createPlayground, PlaygroundProvider } from "./api/playground.tsx";
import { App } from "./app.tsx";
import { applyTheme, readTheme } from "./parts/theme.ts";
import "./styles/page.css";

const root = document.querySelector("#root");
if (root === null) throw new Error("the page has no place for the playground");

// Before anything is drawn, so that no light page flashes up at night.
applyTheme(readTheme());

createRoot(root).render(
  <StrictMode>
    <PlaygroundProvider playground={createPlayground()}>
      <App />
    </PlaygroundProvider>
  </StrictMode>,
);
