/** Bounds on what one stream may make Rollcall hold. Every one has a finite default. */
export interface Limits {
  /** UTF-8 bytes of one frame's data. Default 32 MiB: a Responses terminal event repeats all arguments. */
  readonly maxFrameBytes: number;
  /** Bytes of the whole stream. Default 1 GiB. */
  readonly maxTotalBytes: number;
  /** UTF-8 bytes of one call's argument text. Default 8 MiB. */
  readonly maxCallBytes: number;
  /** Calls announced in one message. Default 128. */
  readonly maxCalls: number;
  /** Levels of arrays and objects in one document. Default 128. */
  readonly maxDepth: number;
}

/** The limits in force where none are given. */
export const defaultLimits: Limits = {
  maxFrameBytes: 32 * 1024 * 1024,
  maxTotalBytes: 1024 * 1024 * 1024,
  maxCallBytes: 8 * 1024 * 1024,
  maxCalls: 128,
  maxDepth: 128,
};
