import type { MiddlewareHandler } from "hono";
import type { Complaint } from "../../shared/api.ts";

/** Names of this machine, and no others: a name that somebody else points here is not one. */
const hosts = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/u;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headers: Readonly<Record<string, string>> = {
  "cache-control": "no-store, no-transform",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Lets nobody in but pages of this server, on this machine, and says what they may load. */
export const guard: MiddlewareHandler = async (context, next) => {
  const refusal = refuse(context.req.raw);
  if (refusal === null) await next();
  else context.res = Response.json({ error: refusal.error } satisfies Complaint, { status: refusal.status });
  for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
};

function refuse({ headers: asked, method }: Request): { readonly status: number; readonly error: string } | null {
  const host = asked.get("host") ?? "";
  if (!hosts.test(host)) {
    return { status: 421, error: "the playground answers to 127.0.0.1 and localhost alone: open it under one of them" };
  }
  const origin = asked.get("origin");
  const isForeign = origin !== null && origin !== `http://${host}`;
  if (isForeign || asked.get("sec-fetch-site") === "cross-site") {
    return { status: 403, error: "this request comes from another site, and the playground takes none of those" };
  }
  const type = asked.get("content-type") ?? "";
  if (method === "POST" && !/^application\/json(?:;|$)/u.test(type)) {
    return { status: 415, error: "a request says what it wants as application/json" };
  }
  return null;
}
