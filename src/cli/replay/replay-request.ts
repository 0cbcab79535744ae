import type { Format } from "../../formats/format.ts";
import type { DeclaredTool } from "../tools-file.ts";
import type { Recording } from "./recording.ts";
import type { RollSettings } from "./replay.ts";

/** A replay, with everything it needs already read. */
export interface ReplayRequest {
  /** What is replayed, as the person named it. */
  readonly title: string;
  readonly recording: Recording;
  readonly format: Format;
  readonly tools: readonly DeclaredTool[] | "any";
  readonly settings: RollSettings;
  readonly shape: "json" | "table";
  readonly pace: "virtual" | "real";
}
