import type { Words } from '../family.js';
import type { ValuesOf } from '../options.js';
import { methodOf } from '../words.js';
import { goesWith } from './combinations.js';
import { type Method, METHODS } from './methods/registry.js';
import { REWARD_RATE_OPTIONS } from './options.js';
import type { RunRequest } from './runs/request.js';
import type { Prices } from './runs/result.js';

/** Validated option values that determine how a plan is computed, in `solve` and in every run of a series. */
export interface RunWords extends ValuesOf<typeof REWARD_RATE_OPTIONS, 'solve' | 'sweep'> {
  readonly method: Method;
}

export type RunChoices = Pick<
  RunRequest,
  | 'method'
  | 'naive'
  | 'population'
  | 'engine'
  | 'leastPower'
  | 'rewardTolerance'
  | 'prices'
  | 'sharing'
  | 'idleOnStandby'
>;

/** Returns the fields of a run's request that follow from option values or their defaults. */
export function runChoices(words: RunWords): RunChoices {
  const {
    method,
    naive = false,
    engine = 'highs',
    sharing = 'auto',
    standby = false,
    population,
    rewardTolerance,
  } = words;
  const leastPower = powerWish(words);
  const prices = pricesOf(words);
  return {
    method,
    naive,
    engine,
    sharing,
    idleOnStandby: standby,
    ...(population === undefined ? {} : { population }),
    ...(leastPower === undefined ? {} : { leastPower }),
    ...(prices === undefined ? {} : { prices }),
    ...(rewardTolerance === undefined ? {} : { rewardTolerance }),
  };
}

/** Returns option values with the method in place of its name. */
export function readRunWords(words: Words): Words {
  return { ...words, method: methodOf(words, METHODS) };
}

/** Returns the prices given to `check`; null if none is given. */
export function pricesGiven(words: Words): Prices | null {
  const isGiven = ['rewardUsd', 'energyUsd', 'carbonUsd', 'carbonIntensity'].some((name) => words[name] !== undefined);
  return isGiven ? pricesIn(words) : null;
}

/** Returns the prices given to a run; undefined unless money is the objective. */
function pricesOf(words: RunWords): Prices | undefined {
  return words.objective === 'money' ? pricesIn(words) : undefined;
}

/** Returns the prices in the option values; 0 for those not given. */
function pricesIn(words: Pick<RunWords, 'rewardUsd' | 'energyUsd' | 'carbonUsd' | 'carbonIntensity'>): Prices {
  const { rewardUsd = 0, energyUsd = 0, carbonUsd = 0, carbonIntensity = 0 } = words;
  return { rewardUsd, energyUsdPerKWh: energyUsd, carbonUsdPerT: carbonUsd, carbonGPerKWh: carbonIntensity };
}

/**
 * Returns why the run minimizes power after reward: 'asked' if the user asked for it, 'usual' if the method does so by
 * default. Returns undefined if the run does not minimize power.
 */
function powerWish({ objective, method, naive }: RunWords): RunRequest['leastPower'] {
  if (objective === 'reward' || objective === 'money') return undefined;
  if (objective !== undefined) return 'asked';
  return goesWith(method, 'leastPower') && naive !== true ? 'usual' : undefined;
}
