import { scenarios } from "../simulator.ts";

/** What a person needs in order to point a client at the simulator: addresses, and the names to choose from. */
export function simulatorGuide(url: string, ownScenarios: readonly string[]): string {
  const own = ownScenarios.map((name) => ({ name, title: "Your script." }));
  const listed = [...own, ...scenarios];
  const nameColumns = Math.max(...listed.map(({ name }) => name.length)) + 2;
  return [
    `A provider that fails on purpose listens on ${url}`,
    "",
    `  Anthropic base URL  ${url}     POST /v1/messages`,
    `  OpenAI base URL     ${url}/v1  POST /v1/chat/completions, /v1/responses`,
    "  API key             anything",
    "",
    "The model's name chooses what happens:",
    "",
    ...listed.map(({ name, title }) => `  rollcall/${name.padEnd(nameColumns)}${title}`),
    "",
    'Behind a "?", parameters change a scenario: rollcall/disconnect?at=40&pace=5&seed=7',
    "Ctrl-C ends it.",
    "",
  ].join("\n");
}
