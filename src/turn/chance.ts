/** Chance as a port: a number from 0 to 1, 1 excluded. */
export type Chance = () => number;

/** The machine's own source of chance. */
export const systemChance: Chance = () => Math.random();
