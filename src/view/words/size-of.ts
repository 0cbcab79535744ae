/** A number of bytes as a person reads it, such as `12 B`, `1.2 kB` or `34 kB`. `point` stands before tenths. */
export function sizeOf(bytes: number, point: string): string {
  if (bytes < 1000) return `${bytes} B`;
  const isKilo = bytes < 999_500;
  const amount = bytes / (isKilo ? 1000 : 1_000_000);
  const text = amount < 9.95 ? amount.toFixed(1).replace(".", point) : amount.toFixed(0);
  return `${text} ${isKilo ? "kB" : "MB"}`;
}
