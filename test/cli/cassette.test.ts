import { describe, expect, test } from "vitest";

import { isCassette, isCassetteWithoutHeader, parseCassette } from "../../src/cli/replay/cassette.ts";
import type { Recording } from "../../src/cli/replay/recording.ts";

function bytesOf(...lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}

function parse(...lines: readonly string[]): Recording {
  return parseCassette(bytesOf(...lines), "night.jsonl");
}

const header = '{"cassette":1,"format":"openai-chat"}';
const end = '{"ms":900,"end":"eof"}';

describe("a cassette", () => {
  test("tells what arrived, when, and how it ended", () => {
    const recording = parse(header, '{"ms":12.5,"text":"data: é\\n"}', '{"ms":12.5,"base64":"4pg="}', end);

    expect(recording).toEqual({
      format: "openai-chat",
      chunks: [
        { atMs: 12.5, bytes: Uint8Array.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0x20, 0xc3, 0xa9, 0x0a]) },
        { atMs: 12.5, bytes: Buffer.from([0xe2, 0x98]) },
      ],
      end: { atMs: 900, kind: "eof" },
    });
  });

  test("may leave its format out, end in any of four ways, and hold blank lines and CRLF", () => {
    expect(parse('{"cassette":1}\r', "\r", '{"ms":0,"end":"reset"}\r')).toEqual({
      format: null,
      chunks: [],
      end: { atMs: 0, kind: "reset" },
    });
    expect(parse(header, '{"ms":1,"end":"silence"}').end).toEqual({ atMs: 1, kind: "silence" });
    expect(parse(header, '{"ms":1,"end":"cancel"}').end).toEqual({ atMs: 1, kind: "cancel" });
  });

  test("is told from raw bytes by its first line", () => {
    expect(isCassette(bytesOf(header))).toBe(true);
    expect(isCassette(new TextEncoder().encode(`\u{FEFF}${header}`))).toBe(true);
    expect(isCassette(bytesOf('{"cassette":2}'))).toBe(true);
    expect(isCassette(bytesOf('data: {"cassette":1}'))).toBe(false);
    expect(isCassette(bytesOf('{"error":"cassette"}'))).toBe(false);
    expect(isCassette(bytesOf("[1]"))).toBe(false);
    expect(isCassette(new Uint8Array())).toBe(false);
    expect(isCassette(Uint8Array.from([0xff, 0xfe, 0x0a]))).toBe(false);
  });

  test.each([
    ["a blank line first", ["", header, end]],
    ["a header whose end was cut off", ['{"cassette":1,"form', end]],
    ["a cut header alone", ['{"cassette":1,"form']],
    ["a header whose beginning was cut off", ['te":1}', '{"ms":1,"text":"data: {}"}', end]],
    ["no header", ['{"ms":1,"base64":""}', end]],
    ["blank lines before an end alone", ["", "", "", "", end]],
  ])("is known for one with %s", (_name, lines) => {
    expect(isCassetteWithoutHeader(bytesOf(...lines))).toBe(true);
  });

  test.each([
    ["a cassette", [header, end]],
    ["a stream", ['data: {"ms":1,"text":"x"}', "", "data: [DONE]"]],
    ["an answer in one piece", ['{"id":"msg_1","text":"x"}']],
    ["an odd answer that measures its time", ['{"ms":812}']],
    ["nothing", []],
  ])("is not missed in %s", (_name, lines) => {
    expect(isCassetteWithoutHeader(bytesOf(...lines))).toBe(false);
  });

  test.each([
    [
      "no end",
      [header, '{"ms":1,"text":""}'],
      /^night\.jsonl, line 2: the cassette stops without an "end" line; add one/,
    ],
    ["a header alone", [header], /^night\.jsonl, line 1: the cassette stops without an "end" line/],
    [
      "time that goes backwards",
      [header, '{"ms":5,"text":""}', '{"ms":4.5,"text":""}', end],
      /^night\.jsonl, line 3: "ms" goes backwards, from 5 to 4\.5/,
    ],
    [
      "an end before its last chunk",
      [header, '{"ms":5,"text":""}', '{"ms":4,"end":"eof"}'],
      /^night\.jsonl, line 3: "ms" goes backwards/,
    ],
    [
      "both contents",
      [header, '{"ms":1,"text":"","base64":""}', end],
      /line 2: "text" and "base64" exclude each other/,
    ],
    ["no content", [header, '{"ms":1}', end], /line 2: expected "text", "base64" or "end"/],
    [
      "a content that is no string",
      [header, '{"ms":1,"text":7}', end],
      /line 2: "text" must be a string, not a number/,
    ],
    ["bad base64", [header, '{"ms":1,"base64":"4pg"}', end], /line 2: "base64" is not base64/],
    ["base64 with a line break", [header, '{"ms":1,"base64":"4p\\ng="}', end], /line 2: "base64" is not base64/],
    ["an unknown end", [header, '{"ms":1,"end":"fin"}'], /line 2: end "fin" is not known; it is one of eof, reset/],
    ["an inherited name as end", [header, '{"ms":1,"end":"toString"}'], /line 2: end "toString" is not known/],
    ["an end with content", [header, '{"ms":1,"end":"eof","text":"x"}'], /line 2: an "end" line carries no "text"/],
    ["more after the end", [header, end, '{"ms":901,"text":""}'], /line 3: nothing may follow the "end" line/],
    ["a second end", [header, end, end], /line 3: nothing may follow the "end" line/],
    ["another version", ['{"cassette":2}', end], /line 1: cassette version 2 is not known; this reads version 1/],
    [
      "a format that is no string",
      ['{"cassette":1,"format":[]}', end],
      /line 1: "format" must be a string, not an array/,
    ],
    ["no ms", [header, '{"text":""}', end], /line 2: "ms" must be a number .*; found nothing/],
    ["a negative ms", [header, '{"ms":-1,"text":""}', end], /line 2: "ms" must be a number .*; found -1/],
    ["an endless ms", [header, '{"ms":1e999,"text":""}', end], /line 2: "ms" must be a number .*; found Infinity/],
    ["a line that is no JSON", [header, "data: {}", end], /line 2: not JSON/],
    ["a line that is no object", [header, "[]", end], /line 2: expected a JSON object, found an array/],
  ])("with %s is refused, and the line is named", (_name, lines, complaint) => {
    expect(() => parse(...lines)).toThrow(complaint);
  });

  test("counts blank lines as an editor does", () => {
    expect(() => parse(header, "", "", "oops", end)).toThrow(/line 4: not JSON/);
  });

  test("with bytes that are not UTF-8 is refused, and the line is named", () => {
    const bytes = Buffer.concat([bytesOf(header), Buffer.from([0x22, 0xff, 0x22, 0x0a]), bytesOf(end)]);

    expect(() => parseCassette(bytes, "night.jsonl")).toThrow(
      /^night\.jsonl, line 2: not UTF-8; write such bytes as "base64"/,
    );
  });
});
