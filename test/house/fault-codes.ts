import { visitNodes, type fileAt, type SyntaxNode } from "./source.ts";

/** Codes are written down in calls that add a fault, and in faults that are made by hand. */
export function faultCodesOf(file: ReturnType<typeof fileAt>): readonly string[] {
  const codes: string[] = [];
  visitNodes(file, (node) => {
    if (node.type === "CallExpression" && /(?:add|#fault|#distrust)$/.test(calleeOf(node))) {
      codes.push(...firstString(node["arguments"]));
    }
    if (node.type === "ObjectExpression") codes.push(...codeOfFault(node));
  });
  return codes;
}

/** The codes of the faults that make a call untrustworthy. */
export function conflictCodesOf(file: ReturnType<typeof fileAt>): readonly string[] {
  const isRoll = file.path.startsWith("src/settle");
  const codes: string[] = [];
  visitNodes(file, (node) => {
    if (isRoll && node.type === "CallExpression" && calleeOf(node).endsWith("#distrust")) {
      codes.push(...firstString(node["arguments"]));
    }
  });
  const distrusted = /code: "([a-z-]+)"(?:(?!code:)[\s\S])*?call-conflict|NO_TEXT: Fault = \{ code: "([a-z-]+)"/g;
  if (!isRoll) codes.push(...[...file.text.matchAll(distrusted)].map(([, first, second]) => first ?? second ?? ""));
  return codes;
}

function calleeOf(node: SyntaxNode): string {
  const callee = node["callee"];
  if (typeof callee !== "object" || callee === null || !("property" in callee)) return "";
  const { property } = callee;
  if (typeof property !== "object" || property === null || !("name" in property)) return "";
  const isPrivate = "type" in property && property.type === "PrivateIdentifier";
  return `${isPrivate ? "#" : ""}${String(property.name)}`;
}

function firstString(list: unknown): readonly string[] {
  const found = Array.isArray(list) ? list.map(stringOf).find((text) => text !== undefined) : undefined;
  return found === undefined ? [] : [found];
}

function stringOf(node: unknown): string | undefined {
  if (typeof node !== "object" || node === null || !("value" in node)) return undefined;
  return typeof node.value === "string" && /^[a-z]+(?:-[a-z]+)+$/.test(node.value) ? node.value : undefined;
}

/** `{ code, detail }` and nothing else is a fault; an error of the provider has a `type` as well. */
function codeOfFault(node: SyntaxNode): readonly string[] {
  const properties: unknown = node["properties"];
  if (!Array.isArray(properties)) return [];
  const named = new Map(properties.map((property: unknown) => [keyOf(property), valueOf(property)]));
  const isFault = named.size === 2 && named.has("code") && named.has("detail");
  const code = stringOf(named.get("code"));
  return isFault && code !== undefined ? [code] : [];
}

function keyOf(property: unknown): string {
  if (typeof property !== "object" || property === null || !("key" in property)) return "";
  const { key } = property;
  return typeof key === "object" && key !== null && "name" in key ? String(key.name) : "";
}

function valueOf(property: unknown): unknown {
  return typeof property === "object" && property !== null && "value" in property ? property.value : undefined;
}
