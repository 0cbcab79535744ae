/** Light, dark, or what the person's system says. */
export type Theme = "system" | "light" | "dark";

/** In the order in which the switch goes through them. */
export const themes: readonly Theme[] = ["system", "light", "dark"];

const KEY = "rollcall-playground-theme";

/** What was chosen on this machine before. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return themes.find((theme) => theme === kept) ?? "system";
}

/** Shows a theme, and keeps it for the next time. */
export function applyTheme(theme: Theme): void {
  document.documentElement.classList.remove("light", "dark");
  if (theme !== "system") document.documentElement.classList.add(theme);
  localStorage.setItem(KEY, theme);
}
