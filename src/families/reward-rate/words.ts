import { COMMAND_LINE, type Refused } from '../../instances/problem.js';
import type { Words } from '../family.js';

/** The words as they are, once the name of a model to write says in which format. */
export function readRewardRateWords(words: Words): Words | Refused {
  const { writeModel } = words;
  if (typeof writeModel !== 'string' || /\.(lp|mps)$/.test(writeModel)) return words;
  const problem = {
    file: COMMAND_LINE,
    path: '--write-model',
    value: writeModel,
    allowed: 'a name ending in .mps or .lp',
    remedy: 'Add the ending of the format you want.',
  };
  return { ok: false, problems: [problem] };
}
