/** What a model is made to send as the arguments of one call. Everything is made from a fixed seed. */
export interface BenchDocument {
  readonly name: "ticket" | "write_file" | "structured";
  /** The tool that is called, with the JSON Schema of its arguments. */
  readonly tool: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The argument text: one JSON document, ASCII only, so that characters and bytes are the same. */
  readonly text: string;
}

/** A short call, as most calls are: exactly 300 bytes. */
export function ticketDocument(): BenchDocument {
  const ticket = {
    project: "checkout",
    title: "Card form loses the postal code on back",
    priority: "urgent",
    labels: ["checkout", "regression"],
    description:
      'Steps: fill in the form, go back to the cart, return. The postal code is empty, and the button says "Pay" all the same.\nSeen on two phones since Tuesday.',
  };
  return { name: "ticket", tool: "create_ticket", schema: TICKET_SCHEMA, text: JSON.stringify(ticket) };
}

/** One long string of source code with many escapes, of about `bytes` bytes. */
export function writeFileDocument(bytes: number): BenchDocument {
  const next = createRandom(7);
  const lines: string[] = [];
  const frame = JSON.stringify({ path: "src/generated.ts", content: "" }).length;
  for (let length = frame; length < bytes;) {
    const line = `  const ${word(next)} = ${word(next)}("${word(next)} ${word(next)}", { ${word(next)}: ${Math.floor(next() * 1000)} });`;
    lines.push(line);
    length += JSON.stringify(line).length;
  }
  const text = JSON.stringify({ path: "src/generated.ts", content: lines.join("\n") });
  return { name: "write_file", tool: "write_file", schema: FILE_SCHEMA, text };
}

/** A list of small objects with numbers, literals and nested lists, of about `bytes` bytes. */
export function structuredDocument(bytes: number): BenchDocument {
  const next = createRandom(11);
  const items: string[] = [];
  for (let length = 12; length < bytes;) {
    const item = JSON.stringify({
      sku: `${word(next)}-${items.length}`,
      count: Math.floor(next() * 40),
      price: Math.floor(next() * 100_000) / 100,
      isGift: next() < 0.2,
      note: next() < 0.5 ? null : `${word(next)} ${word(next)}`,
      tags: [word(next), word(next)],
    });
    items.push(item);
    length += item.length + 1;
  }
  return { name: "structured", tool: "place_order", schema: ORDER_SCHEMA, text: `{"items":[${items.join(",")}]}` };
}

const STRING = { type: "string" };

const TICKET_SCHEMA = {
  type: "object",
  properties: {
    project: STRING,
    title: STRING,
    priority: { enum: ["low", "normal", "urgent"] },
    labels: { type: "array", items: STRING },
    description: STRING,
  },
  required: ["project", "title", "priority", "description"],
  additionalProperties: false,
};

const FILE_SCHEMA = {
  type: "object",
  properties: { path: STRING, content: STRING },
  required: ["path", "content"],
  additionalProperties: false,
};

const ORDER_SCHEMA = {
  type: "object",
  properties: {
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          sku: STRING,
          count: { type: "integer" },
          price: { type: "number" },
          isGift: { type: "boolean" },
          note: { type: ["string", "null"] },
          tags: { type: "array", items: STRING },
        },
        required: ["sku", "count", "price", "isGift", "note", "tags"],
        additionalProperties: false,
      },
    },
  },
  required: ["items"],
  additionalProperties: false,
};

const SYLLABLES = ["ba", "ce", "do", "fi", "gu", "ka", "le", "mo", "ni", "pu", "ra", "se", "to", "vi", "zu"];

function word(next: () => number): string {
  const length = 2 + Math.floor(next() * 3);
  let made = "";
  for (let count = 0; count < length; count += 1) made += SYLLABLES[Math.floor(next() * SYLLABLES.length)] ?? "";
  return made;
}

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
