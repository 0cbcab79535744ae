import type { CliPorts, Output } from "../../src/cli/ports.ts";

/** An output that keeps what was printed. */
export interface MemoryOutput extends Output {
  printed(): string;
}

export function memoryOutput(width: number = Number.POSITIVE_INFINITY, isTerminal = false): MemoryOutput {
  const pieces: string[] = [];
  return {
    write: (text) => {
      pieces.push(text);
    },
    isTerminal,
    isOpen: () => true,
    width: () => width,
    height: () => 24,
    printed: () => pieces.join(""),
  };
}

/** Ports of a process that nobody stops. */
export function memoryPorts(overrides: Partial<CliPorts> = {}): CliPorts & {
  readonly stdout: MemoryOutput;
  readonly stderr: MemoryOutput;
} {
  return {
    environment: {},
    readStdin: async () => new Uint8Array(),
    stopSignal: () => new AbortController().signal,
    ...overrides,
    stdout: memoryOutput(),
    stderr: memoryOutput(),
  };
}
