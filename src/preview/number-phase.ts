/** How far a number has come. A number may end in a phase of {@link isNumber}. */
export type NumberPhase = "minus" | "zero" | "whole" | "point" | "fraction" | "e" | "e-sign" | "exponent";

/** The phase that a number begins with, `undefined` for a character that begins none. */
export function firstPhase(code: number): NumberPhase | undefined {
  if (code === 0x2d) return "minus";
  return firstDigit(code);
}

/** The phase behind one more character, `undefined` where it does not belong to the number. */
export function nextPhase(phase: NumberPhase, code: number): NumberPhase | undefined {
  switch (phase) {
    case "minus":
      return firstDigit(code);
    case "zero":
      return code === 0x2e ? "point" : exponentMark(code);
    case "whole":
      if (isDigit(code)) return "whole";
      return code === 0x2e ? "point" : exponentMark(code);
    case "point":
      return isDigit(code) ? "fraction" : undefined;
    case "fraction":
      return isDigit(code) ? "fraction" : exponentMark(code);
    case "e":
      return code === 0x2b || code === 0x2d ? "e-sign" : exponentDigit(code);
    case "e-sign":
    case "exponent":
      return exponentDigit(code);
  }
}

/** Whether a number may end here. */
export function isNumber(phase: NumberPhase): boolean {
  return phase === "zero" || phase === "whole" || phase === "fraction" || phase === "exponent";
}

function firstDigit(code: number): NumberPhase | undefined {
  if (code === 0x30) return "zero";
  return isDigit(code) ? "whole" : undefined;
}

function exponentMark(code: number): NumberPhase | undefined {
  return code === 0x65 || code === 0x45 ? "e" : undefined;
}

function exponentDigit(code: number): NumberPhase | undefined {
  return isDigit(code) ? "exponent" : undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
