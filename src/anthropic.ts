/**
 * Anthropic: the Messages API.
 *
 * @module
 */
export { anthropicMessages } from "./formats/anthropic-messages/anthropic-messages.ts";
export { anthropicModel, type AnthropicClient, type AnthropicParams } from "./formats/anthropic-messages/model.ts";
