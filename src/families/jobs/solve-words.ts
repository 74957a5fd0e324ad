import { S_PER_H } from '../../../models/units.js';
import type { Problem, Refused } from '../../instances/problem.js';
import type { Words } from '../family.js';
import { readChoices, readMethod } from '../words.js';
import { METHODS } from './methods/registry.js';
import { CORES_WORDS, type JobsAsked, unheeded } from './runs/choices.js';

/** Options that take one of a few words, with these words, by the field they fill. Ours. */
const CHOICES = {
  readings: { option: '--readings', known: ['ours', 'printed'] },
  valueAt: { option: '--value-at', known: ['completion', 'allocation'] },
  cores: { option: '--cores', known: [...CORES_WORDS.keys()] },
  moves: { option: '--moves', known: ['none', 'once', 'repeated'] },
  remaining: { option: '--remaining', known: ['repaired', 'literal'] },
  directions: { option: '--directions', known: ['deviation', 'both'] },
  moveChoice: { option: '--move-choice', known: ['best', 'gaining'] },
  corePrices: { option: '--core-prices', known: ['clearing', 'none'] },
} as const;

/** Options that are numbers, by the field they fill, and what one unit of the option is in that of the field. */
const NUMBERS: readonly (readonly [word: string, field: keyof JobsAsked, unit: number])[] = [
  ['checkpointInterval', 'checkpointIntervalS', 1],
  ['energyPrice', 'energyPricePerMJ', 1],
  ['priceHorizon', 'priceHorizonS', S_PER_H],
  ['profileNodes', 'profileNodes', 1],
];

/** Method and readings by what they mean; whether an instance can heed them is judged once it is read. */
export function readJobsSolveWords(words: Words): Words | Refused {
  const method = readMethod(words, METHODS);
  if ('problem' in method) return refused(method.problem);
  const read = readChoices(words, CHOICES);
  if ('problem' in read) return refused(read.problem);
  const { cores, ...chosen } = read.chosen;
  const numbers = NUMBERS.flatMap(([word, field, unit]) => {
    return words[word] === undefined ? [] : [[field, Number(words[word]) * unit] as const];
  });
  const { profiles } = words;
  const asked: JobsAsked = {
    ...{ method: method.name, ...chosen, ...Object.fromEntries(numbers) },
    ...(typeof profiles === 'string' ? { profiles } : {}),
    ...(cores === undefined ? {} : { cores: CORES_WORDS.get(cores)! }),
  };
  const problem = unheeded(asked, words['bound'] !== false);
  return problem === null ? { asked } : refused(problem);
}

function refused(problem: Problem): Refused {
  return { ok: false, problems: [problem] };
}
