import { z } from "zod";

const words = z.object({ role: z.literal("user"), content: z.string() });

/** The latest words of the person in a request, on every wire: a text alone. Results of tools are written otherwise. */
export function lastWords(body: Readonly<Record<string, unknown>>): string {
  const messages = body["messages"] ?? body["input"];
  if (!Array.isArray(messages)) return "";
  const spoken = messages.map((message: unknown) => words.safeParse(message)).findLast((read) => read.success);
  return spoken?.data?.content ?? "";
}
