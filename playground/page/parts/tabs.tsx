import type { KeyboardEvent, ReactNode } from "react";

/** One tab, and what it opens. */
export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** A number beside the label, with words for who cannot see where it stands. */
  readonly count?: { readonly value: number; readonly words: string } | undefined;
  readonly panel: ReactNode;
}

/** @see Tabs */
export interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Parts of the page of which one is seen at a time. All stay where they are, so that nothing they hold is lost. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose }: TabsProps<Name>): ReactNode {
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    const place = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[(place + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.name);
    document.getElementById(`tab-${next.name}`)?.focus();
  };

  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, label: words, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
            aria-selected={name === chosen}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {words}
            {count === undefined || count.value === 0 ? null : (
              <span className="count">
                {count.value}
                <span className="spoken"> {count.words}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {tabs.map(({ name, panel }) => (
        <div
          key={name}
          className="tab-panel"
          role="tabpanel"
          id={`panel-${name}`}
          aria-labelledby={`tab-${name}`}
          hidden={name !== chosen}
        >
          {panel}
        </div>
      ))}
    </div>
  );
}
