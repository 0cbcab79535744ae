import type { CallEvent, Emit } from "../protocol/call-event.ts";
import type { WireRecord } from "../wire/record.ts";
import type { Format, FormatReader } from "./format.ts";

/** Hears one record, and what the reader reported of it. */
export type Listener = (record: WireRecord, events: readonly CallEvent[]) => void;

/** A format that reads as `format` does, and lets somebody listen. For one message. */
export function listenTo(format: Format, listener: Listener): Format {
  return { ...format, createReader: () => createListeningReader(format.createReader(), listener) };
}

function createListeningReader(reader: FormatReader, listener: Listener): FormatReader {
  return {
    read(record, emit) {
      const events: CallEvent[] = [];
      const kind = reader.read(record, (event) => {
        events.push(event);
        emit(event);
      });
      listener(record, events);
      return kind;
    },
    readDone(emit: Emit) {
      reader.readDone(emit);
    },
  };
}
