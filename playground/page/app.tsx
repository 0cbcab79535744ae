import { type ReactNode, useEffect } from "react";

import { StateProvider, useLoaded, usePlayground } from "./api/playground.tsx";
import { DeskProvider } from "./desk/desk.tsx";
import { Workbench } from "./desk/workbench.tsx";
import { Brand } from "./parts/brand.tsx";

/** The page: what it shows before, instead of and around the state. */
export function App(): ReactNode {
  const playground = usePlayground();
  const loaded = useLoaded(playground);
  useEffect(() => playground.store.open(), [playground]);

  switch (loaded.kind) {
    case "loading":
      return <LoadingPage />;
    case "failed":
      return <FailedPage reason={loaded.reason} onRetry={() => playground.store.refresh()} />;
    case "ready":
      return (
        <StateProvider state={loaded.state}>
          <DeskProvider>
            <Workbench isOnline={loaded.isOnline} />
          </DeskProvider>
        </StateProvider>
      );
  }
}

function LoadingPage(): ReactNode {
  return (
    <div className="page">
      <header className="top">
        <Brand />
      </header>
      <main className="waiting-page" aria-busy="true">
        <p className="spoken" role="status">
          The playground is being loaded
        </p>
        <div className="skeleton tall" aria-hidden="true" />
        <div className="skeleton tall" aria-hidden="true" />
      </main>
    </div>
  );
}

function FailedPage({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }): ReactNode {
  return (
    <div className="page">
      <header className="top">
        <Brand />
      </header>
      <main className="failed-page">
        <h2>The playground cannot be reached</h2>
        <p role="alert">{reason}</p>
        <p className="hint">
          Start it with <code>npm start</code> in its folder. This page tries again by itself.
        </p>
        <button type="button" className="button primary" onClick={onRetry}>
          Try again
        </button>
      </main>
    </div>
  );
}
