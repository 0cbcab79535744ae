import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { connect } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { servePlayground, type ServedPlayground } from "./support/served-playground.ts";

const keys = { ANTHROPIC_API_KEY: "sk-ant-canary", OPENAI_API_KEY: "" };

let playground: ServedPlayground;

beforeAll(async () => {
  playground = await servePlayground({ environment: keys });
});

afterAll(() => playground.close());

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

/** A request with headers that `fetch` does not let a client write. */
function ask(path: string, headers: Readonly<Record<string, string>>, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, playground.url), { method, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, body }));
    });
    asked.on("error", reject);
    asked.end(method === "POST" ? "{}" : undefined);
  });
}

describe("who gets in", () => {
  test.each([
    ["evil.example", 421],
    ["127.0.0.1.evil.example", 421],
    ["192.168.0.7:4173", 421],
    ["localhost:4173", 200],
    ["127.0.0.1", 200],
    ["[::1]:4173", 200],
  ])("a page under the host %s is answered with %i", async (host, status) => {
    const answer = await ask("/api/state", { host });

    expect(answer.status).toBe(status);
  });

  test("a refusal says what to do", async () => {
    const answer = await ask("/", { host: "evil.example" });

    expect(JSON.parse(answer.body)).toEqual({
      error: "the playground answers to 127.0.0.1 and localhost alone: open it under one of them",
    });
  });

  test.each([
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "http://127.0.0.1:1" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "content-type": "text/plain" }, 415],
    [{ "content-type": "application/json" }, 200],
  ])("a request with %j is answered with %i", async (headers, status) => {
    const all = { "content-type": "application/json", host: "127.0.0.1:9", ...headers };

    expect((await ask("/api/conversation", all, "POST")).status).toBe(status);
  });

  test("the page's own origin gets in", async () => {
    const { host } = new URL(playground.url);
    const headers = { "content-type": "application/json", host, origin: `http://${host}` };

    expect((await ask("/api/conversation", headers, "POST")).status).toBe(200);
  });

  test("only this machine can reach it", async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses)
      .filter(({ internal, family }) => !internal && family === "IPv4");

    const reached = await Promise.all(others.map(({ address }) => isReached(address)));

    expect(reached).toEqual(others.map(() => false));
  });
});

function isReached(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(playground.url).port), address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

describe("what is sent", () => {
  test("a page may load nothing but what this server has, and nothing is kept", async () => {
    const response = await fetch(playground.url);

    expect(await response.text()).toBe("<!doctype html><title>the page</title>");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")?.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  test.each(["/../package.json", "/%2e%2e/package.json", "/..%2f..%2fetc/passwd", "/missing.js"])(
    "nothing outside of the page is served: %s",
    async (path) => {
      expect(await ask(path, { host: "localhost" })).toEqual({ status: 404, body: "There is no such page." });
    },
  );

  test("a key of the environment is known to be there, and never sent (R11)", async () => {
    const response = await fetch(`${playground.url}/api/state`);
    const text = await response.text();

    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(text).not.toContain("canary");
    expect((await playground.state()).services).toEqual([
      {
        name: "simulator",
        label: "Simulator on this machine",
        model: null,
        wires: ["anthropic-messages", "openai-chat", "openai-responses"],
        missing: null,
      },
      {
        name: "anthropic",
        label: "Anthropic",
        model: "claude-haiku-4-5",
        wires: ["anthropic-messages"],
        missing: null,
      },
      {
        name: "openai",
        label: "OpenAI",
        model: "gpt-5-mini",
        wires: ["openai-chat", "openai-responses"],
        missing: "set OPENAI_API_KEY before the playground is started",
      },
    ]);
  });
});

describe("what is asked for wrongly", () => {
  const whole = { text: "Hello there, you", wire: "openai-chat", fault: "none", service: "simulator" };

  test.each([
    [{ ...whole, text: "  " }, "text: say something"],
    [{ ...whole, text: "a".repeat(2001) }, "text: say it in 2000 characters"],
    [{ ...whole, service: "openai" }, "set OPENAI_API_KEY before the playground is started"],
    [{ ...whole, service: "anthropic" }, "Anthropic does not speak this wire"],
    [
      { ...whole, service: "anthropic", wire: "anthropic-messages", fault: "silence" },
      "only the simulator fails on purpose: choose it, or no fault",
    ],
  ])("%j is refused with 400: %s", async (body, error) => {
    const response = await playground.post("/api/turns", body);

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error });
  });

  test.each([
    ["/api/turns/t-999/again", 404, "there is no such turn"],
    ["/api/turns/t-999/stop", 404, "there is no such turn"],
    ["/api/elsewhere", 404, "there is no such request"],
  ])("%s is answered with %i", async (path, status, error) => {
    const response = await playground.post(path);

    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error });
  });

  test.each([
    ["/api/turns/t-999/runs/1/events", 410],
    ["/api/turns/t-999/runs/1/roll", 404],
  ])("%s is answered with %i", async (path, status) => {
    expect((await fetch(playground.url + path)).status).toBe(status);
  });
});
