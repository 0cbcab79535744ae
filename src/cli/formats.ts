import { anthropicMessages } from "../anthropic.ts";
import type { Format } from "../formats/format.ts";
import { openaiChat, openaiResponses } from "../openai.ts";
import { UsageError } from "./usage-error.ts";

/** The formats that the command line knows. */
export const formats: readonly Format[] = [anthropicMessages, openaiChat, openaiResponses];

/** The names that `--format` takes. */
export const formatNames: readonly string[] = formats.map((format) => format.name);

/** Finds a format by its name. `where` says who named it. @throws UsageError listing the names */
export function formatNamed(name: string, where: string): Format {
  const format = formats.find((candidate) => candidate.name === name);
  if (format !== undefined) return format;
  throw new UsageError(
    `${where}: the format ${JSON.stringify(name)} is not known; use one of ${formatNames.join(", ")}`,
  );
}
