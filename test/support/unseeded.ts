import { randomStream } from '../../src/random/stream.js';

/** The rest of a method's input where neither chance nor a start matters. */
export const UNSEEDED = { random: randomStream(1, 'test'), start: null } as const;
