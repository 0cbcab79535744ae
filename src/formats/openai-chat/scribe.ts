import type { Scribe } from "../dialect.ts";
import type { FormatReader } from "../format.ts";
import { listenTo } from "../listen.ts";
import { createChatReader, openaiChatWith, type OpenaiChatDialect } from "./openai-chat.ts";
import { createTranscript, type Transcript } from "./transcript.ts";
import { writeHistory } from "./write-history.ts";

/** Makes the scribe of one message of a host that differs in this way. */
export function createChatScribe(host: OpenaiChatDialect): Scribe {
  const transcript = createTranscript();
  const format = { ...openaiChatWith(host), createReader: () => createTranscribingReader(host, transcript) };
  return {
    format: listenTo(format, (_record, events) => transcript.hear(events)),
    write: (history, message) => writeHistory(history, message, transcript),
  };
}

function createTranscribingReader(host: OpenaiChatDialect, transcript: Transcript): FormatReader {
  const reader = createChatReader(host, transcript);
  return {
    read: (record, emit) => reader.read(record, emit),
    readDone(emit) {
      transcript.close();
      reader.readDone(emit);
    },
  };
}
