import type { Fault } from '../../instances/fault.js';
import type { Settings } from '../../studies/compare/comparison.js';
import type { Words } from '../family.js';
import { optionFault } from '../words.js';
import type { ReserveWords } from './instances/reserve-words.js';
import { METHODS } from './methods/registry.js';
import { runChoices, type RunChoices, type RunWords, runWordsFault } from './run-words.js';
import { type Contestant, contestantOf } from './studies/compare/contestants.js';

/** Names of the words that a comparison is addressed by, where they are given. */
const GIVEN = [
  'engine',
  'objective',
  'rewardTolerance',
  'sharing',
  'reservePower',
  'reserveInlet',
  'reserveCooling',
] as const;

/**
 * The first refusal of words that no contestant can heed, or that one cannot; null if there is none. Labels are known
 * ones.
 */
export function compareWordsFault(words: Words, labels: readonly string[]): Fault | null {
  const { objective, standby } = words;
  const contestants = labels.map((label) => contestantOf(label, METHODS)!);
  if (objective === 'money') {
    const remedy = 'Leave --objective out: methods are compared by reward. Ask solve for money.';
    return optionFault('--objective', objective, 'reward; reward,power', remedy);
  }
  if (standby === true && contestants.every(({ method }) => method.usesStandby === true)) {
    return runWordsFault({ standby }, contestants[0]!.method);
  }
  const faults = contestants.map((one) => runWordsFault({ ...ofContestant(words, one) }, one.method));
  // A tolerance is of use where a single contestant heeds it.
  const heeds = (fault: Fault | null): boolean => fault?.path !== '--reward-tolerance';
  const strict = faults.find((fault) => fault !== null && heeds(fault));
  return strict ?? (faults.every((fault) => !heeds(fault)) ? faults[0]! : null);
}

/** The words as settings of the trials' design. The objective always stands there, for trials made for reward alone are others. */
export function settingsOfWords(words: Words): Settings {
  const settings: Record<string, number | string> = { engine: 'highs', objective: 'usual' };
  for (const name of GIVEN) {
    if (words[name] !== undefined) settings[name] = words[name] as number | string;
  }
  return words['standby'] === true ? { ...settings, standby: 1 } : settings;
}

/** Choices of a contestant's runs under these settings. */
export function choicesOfSettings({ standby, objective, ...settings }: Settings, contestant: Contestant): RunChoices {
  const words = {
    ...settings,
    ...(objective === 'usual' ? {} : { objective }),
    standby: standby === 1,
  } as unknown as RunWords;
  return runChoices({ ...words, ...ofContestant(words as unknown as Words, contestant), method: contestant.method });
}

/** Reserves among the settings. */
export function reservesOfSettings(settings: Settings): ReserveWords {
  return settings;
}

/** Words of one contestant: those who decide themselves which nodes are on standby are not told. */
function ofContestant(words: Words, { method, naive }: Contestant): Words {
  return { ...words, naive, standby: words['standby'] === true && method.usesStandby !== true };
}
