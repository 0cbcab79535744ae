import { spawn } from "node:child_process";

/** Opens the address in the browser of the desktop, where there is one. That it cannot is no failure: the address was printed. */
export function openAddress(url: string, environment: NodeJS.ProcessEnv): void {
  const opener = openerFor(process.platform, environment);
  if (opener === null) return;
  const [command, ...args] = opener;
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.once("error", () => {});
  child.unref();
}

/** The command that opens an address; `null` where nobody would see it. */
export function openerFor(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): readonly [command: string, ...args: string[]] | null {
  if ((environment["CI"] ?? "") !== "" || (environment["SSH_CONNECTION"] ?? "") !== "") return null;
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["cmd", "/c", "start", ""];
  const hasDisplay = [environment["DISPLAY"], environment["WAYLAND_DISPLAY"]].some((display = "") => display !== "");
  return hasDisplay ? ["xdg-open"] : null;
}
