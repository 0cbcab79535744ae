const FOREIGN_CHARS = /[^a-zA-Z0-9_-]/g;

/** Whether every provider would take this name of a tool; whatever else stands there may be any text. */
export function isToolName(name: string): boolean {
  return /^[a-zA-Z0-9_-]{1,128}$/.test(name);
}

/** The name under which a call goes into a history: its own where a request may say it, for the model may have made it up. */
export function fitToolName(name: string, maxChars: number): string {
  return name.replace(FOREIGN_CHARS, "_").slice(0, maxChars) || "unnamed";
}
