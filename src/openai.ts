/**
 * OpenAI: Chat Completions with its many look-alikes, and Responses.
 *
 * @module
 */
export { openaiChat, openaiChatWith, type OpenaiChatDialect } from "./formats/openai-chat/openai-chat.ts";
export { openaiResponses } from "./formats/openai-responses/openai-responses.ts";
export {
  openaiChatModel,
  type OpenaiChatAnswer,
  type OpenaiChatClient,
  type OpenaiChatParams,
} from "./formats/openai-chat/model.ts";
export {
  openaiResponsesModel,
  type OpenaiResponsesAnswer,
  type OpenaiResponsesClient,
  type OpenaiResponsesParams,
  type OpenaiResponsesState,
} from "./formats/openai-responses/model.ts";
