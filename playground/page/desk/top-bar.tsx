import { type ReactNode, useRef, useState } from "react";

import { usePlaygroundState } from "../api/playground.tsx";
import { Brand } from "../parts/brand.tsx";
import { Icon } from "../parts/icon.tsx";
import { applyTheme, readTheme, themes } from "../parts/theme.ts";
import { useDesk } from "./desk.tsx";

/** The name of the page, and what concerns all of it. */
export function TopBar({ isOnline }: { readonly isOnline: boolean }): ReactNode {
  return (
    <>
      <Bar />
      {isOnline ? null : (
        <p className="offline" role="alert">
          <Icon name="warn" /> The playground does not answer. What you see may be old; this page tries again by itself.
        </p>
      )}
    </>
  );
}

function Bar(): ReactNode {
  const { version, turns } = usePlaygroundState();
  const { actions, isBusy } = useDesk();
  return (
    <header className="top">
      <Brand />
      <p className="claim">Every tool call that a model announces ends in one stated outcome.</p>
      <div className="top-actions">
        <span className="version">v{version}</span>
        <ThemeSwitch />
        <button
          type="button"
          className="button quiet small"
          disabled={isBusy || turns.length === 0}
          onClick={() => void actions.beginConversation()}
        >
          <Icon name="pen" /> <span className="hides">New conversation</span>
        </button>
        <ResetButton />
      </div>
    </header>
  );
}

const themeWords = { system: "Theme of the system", light: "Light theme", dark: "Dark theme" } as const;

function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState(readTheme);
  return (
    <label className="select small">
      <span className="spoken">Theme</span>
      <select
        value={theme}
        onChange={({ target }) => {
          const chosen = themes.find((candidate) => candidate === target.value) ?? "system";
          applyTheme(chosen);
          setTheme(chosen);
        }}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {themeWords[name]}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </label>
  );
}

function ResetButton(): ReactNode {
  const { actions, isBusy } = useDesk();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        className="button quiet small"
        disabled={isBusy}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="trash" /> <span className="hides">Reset</span>
      </button>
      <dialog ref={dialog} className="question" aria-labelledby="reset-title">
        <h2 id="reset-title">Delete every row?</h2>
        <p>Tickets, payments and the ledger are emptied, and a new conversation begins.</p>
        <div className="question-answers">
          <button type="button" className="button quiet" onClick={close}>
            Keep them
          </button>
          <button
            type="button"
            className="button primary"
            onClick={() => {
              close();
              void actions.reset();
            }}
          >
            Delete
          </button>
        </div>
      </dialog>
    </>
  );
}
