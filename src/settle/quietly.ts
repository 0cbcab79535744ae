/** Runs what frees a stream. Whatever that says changes nothing: the stream is not ours any more. */
export function quietly(action: () => unknown): void {
  try {
    void Promise.resolve(action()).catch(() => {});
  } catch {
    // The same, said at once.
  }
}
