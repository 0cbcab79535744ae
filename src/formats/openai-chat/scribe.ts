import type { Scribe } from "../dialect.ts";
import type { FormatReader } from "../format.ts";
import { createChatReader, openaiChatWith, type OpenaiChatDialect } from "./openai-chat.ts";
import { createTranscript, type Transcript } from "./transcript.ts";
import { writeHistory } from "./write-history.ts";

/** Makes the scribe of one message of a host that differs in this way. */
export function createChatScribe(host: OpenaiChatDialect): Scribe {
  const transcript = createTranscript();
  return {
    format: { ...openaiChatWith(host), createReader: () => createTranscribingReader(host, transcript) },
    write: (history, message) => writeHistory(history, message, transcript),
  };
}

/** One chunk may hold several deltas: the transcript hears each event before anybody can say that the message is over. */
function createTranscribingReader(host: OpenaiChatDialect, transcript: Transcript): FormatReader {
  const reader = createChatReader(host, transcript);
  return {
    read: (record, emit) =>
      reader.read(record, (event) => {
        transcript.hear(event);
        emit(event);
      }),
    readDone: (emit) => reader.readDone(emit),
    close: () => transcript.close(),
  };
}
