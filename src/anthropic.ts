/**
 * Anthropic: the Messages API.
 *
 * @module
 */
export { anthropicMessages } from "./formats/anthropic-messages/anthropic-messages.ts";
