import type { Format } from "../../formats/format.ts";
import type { StreamSource } from "../../index.ts";

/** One request to the ticket assistant. */
export interface AssistantRequest {
  readonly model: string;
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
  /** The SDK's own events, or the bytes of the response, in which pings can be seen. */
  readonly take: "events" | "bytes";
}

/** A ticket assistant behind one provider's official SDK. */
export interface Assistant {
  /** The SDK and its API, such as `Anthropic SDK`. */
  readonly label: string;
  readonly format: Format;
  ask(request: AssistantRequest): Promise<StreamSource>;
}

/** Where the provider is, and the key for it. Without an address, the SDK's own. */
export interface ServiceAccess {
  readonly baseUrl?: string;
  readonly apiKey: string;
}
