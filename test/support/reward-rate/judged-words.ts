import type { Words } from '../../../src/families/options.js';
import { FAMILIES } from '../../../src/families/registry.js';
import { readRunWords } from '../../../src/families/reward-rate/run-words.js';
import type { Refused } from '../../../src/instances/fault.js';
import { judgedWords } from '../../../src/workbench/judged-words.js';

/** The family. */
const REWARD_RATE = FAMILIES.find(({ name }) => name === 'reward-rate')!;

/** Words of `solve` as its search is given them, or their refusal. */
export function judgedSolve(words: Words, verb: 'solve' | 'sweep' | 'day' = 'solve'): Words | Refused {
  return judgedWords(REWARD_RATE, verb, words, { readWords: readRunWords });
}
