import type { ReactNode } from "react";

/** The name of the page. */
export function Brand(): ReactNode {
  return (
    <h1 className="brand">
      <svg aria-hidden="true" viewBox="0 0 24 24" className="brand-mark">
        <rect width="24" height="24" rx="6" fill="currentColor" />
        <path d="m5 7.800 1.500 1.500L9.200 6M12.500 7.500h6.500M5 12.800l1.500 1.500 2.700-3.300M12.500 12.500h6.500M5.300 18h3.500M12.500 17.500h6.500" />
      </svg>
      Rollcall <span>playground</span>
    </h1>
  );
}
