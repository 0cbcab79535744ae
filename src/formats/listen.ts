import type { CallEvent, Emit } from "../protocol/call-event.ts";
import type { WireRecord } from "../wire/record.ts";
import type { Format, FormatReader } from "./format.ts";

/** Hears one record of the message, and what the reader reported of it. */
export type Listener = (record: WireRecord, events: readonly CallEvent[]) => void;

/**
 * A format that reads as `format` does, and lets somebody listen until the message is over: the record that ends it is the
 * last one that is heard. For one message.
 */
export function listenTo(format: Format, listener: Listener): Format {
  return { ...format, createReader: () => createListeningReader(format.createReader(), listener) };
}

function createListeningReader(reader: FormatReader, listener: Listener): FormatReader {
  let isOver = false;
  return {
    read(record, emit) {
      if (isOver) return reader.read(record, emit);
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
    close() {
      isOver = true;
      reader.close?.();
    },
  };
}
