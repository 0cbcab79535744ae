/** The HTTP status that a code is, if it is one. */
export function statusIn(code: unknown): number | undefined {
  const written = typeof code === "number" || typeof code === "string" ? String(code).trim() : "";
  return /^[1-5]\d\d$/.test(written) ? Number(written) : undefined;
}
