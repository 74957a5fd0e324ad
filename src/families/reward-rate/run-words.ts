import type { LpEngineName } from '../../solvers/linear/load.js';
import type { Problem } from '../../instances/problem.js';
import type { Words } from '../family.js';
import { choiceProblem } from '../../instances/choice-problem.js';
import { optionProblem, textOf } from '../words.js';
import { type Method, METHODS } from './methods/registry.js';
import { OBJECTIVES, type Objectives } from './runs/objectives.js';
import type { RunRequest } from './runs/request.js';
import type { Prices } from './runs/result.js';
import type { SharingRule } from './runs/sharing-rules.js';

/** Words on how one run is made, the same for `solve` and for every run of a series; judged. */
export interface RunWords {
  readonly method: Method;
  /** Ignore co-location. */
  readonly naive?: boolean;
  readonly engine?: LpEngineName;
  readonly objective?: Objectives;
  /** Share of the reward that may be given up for less power. */
  readonly rewardTolerance?: number;
  /** Worth of a reward of 1, USD. */
  readonly rewardUsd?: number;
  /** USD/kWh */
  readonly energyUsd?: number;
  /** USD/t of CO2 */
  readonly carbonUsd?: number;
  /** g of CO2 per kWh */
  readonly carbonIntensity?: number;
  readonly sharing?: SharingRule;
  /** Put nodes that never work on standby after the method. */
  readonly standby?: boolean;
}

/** Part of a run's request that these words decide. */
export type RunChoices = Pick<
  RunRequest,
  'method' | 'naive' | 'engine' | 'leastPower' | 'rewardTolerance' | 'prices' | 'sharing' | 'idleOnStandby'
>;

/** Choices of the words, with what is usual where they say nothing. */
export function runChoices(words: RunWords): RunChoices {
  const { method, naive = false, engine = 'highs', sharing = 'auto', standby = false, rewardTolerance } = words;
  const leastPower = powerWish(words);
  const prices = pricesOf(words);
  return {
    ...{ method, naive, engine, sharing, idleOnStandby: standby },
    ...(leastPower === undefined ? {} : { leastPower }),
    ...(prices === undefined ? {} : { prices }),
    ...(rewardTolerance === undefined ? {} : { rewardTolerance }),
  };
}

/**
 * The first refusal of words that the method cannot heed, or that do not agree; null where there is none.
 * @param rowsHavePrices flag: rows of a file may say what a kWh costs and emits, in place of options
 */
export function runWordsProblem(words: Words, method: Method, rowsHavePrices = false): Problem | null {
  return (
    sharingProblem(words, method) ??
    objectiveProblem(words, method) ??
    pricesProblem(words, rowsHavePrices) ??
    standbyProblem(words, method)
  );
}

/** Refusal of a rule on sharing that the method cannot keep. */
function sharingProblem(words: Words, method: Method): Problem | null {
  if (words['sharing'] === 'never' && method.sharesTime === true) return sharesTimeProblem(method);
  if (words['sharing'] !== 'always') return null;
  const able = METHODS.filter(({ sharesNodes }) => sharesNodes === true).map((one) => one.name);
  const naive = words['naive'] === true ? ' --naive' : '';
  if (method.sharesNodes === true && naive === '') return null;
  const remedy = 'Leave --sharing out, or ask that method.';
  return optionProblem(
    '--sharing',
    `always, with ${method.name}${naive}`,
    `always only with ${able.join(', ')}, not --naive`,
    remedy,
  );
}

/** Refusal of a method whose plans share time where the words forbid it. */
function sharesTimeProblem({ name }: Method): Problem {
  const able = METHODS.filter(({ sharesTime }) => sharesTime !== true).map((one) => one.name);
  const remedy = 'Choose one of these methods, or leave --sharing out.';
  return optionProblem('--sharing', `never, with ${name}`, `never only with ${able.join(', ')}`, remedy);
}

/** Refusal of the wish for idle nodes on standby with a method that decides itself which nodes are. */
function standbyProblem({ standby }: Words, { name, usesStandby }: Method): Problem | null {
  if (standby !== true || usesStandby !== true) return null;
  const able = METHODS.filter((method) => method.usesStandby !== true).map((method) => method.name);
  const remedy = `Leave --standby out: ${name} puts nodes on standby where that pays.`;
  return optionProblem('--standby', `with ${name}`, `only with ${able.join(', ')}`, remedy);
}

/** Refusal of an objective that the method cannot make best, or of a tolerance without one that heeds it; else null. */
function objectiveProblem(
  { objective, rewardTolerance, naive }: Words,
  { name, findsLeastPower }: Method,
): Problem | null {
  const isUsual = objective === undefined && findsLeastPower === true && naive !== true;
  if (rewardTolerance !== undefined && objective !== 'reward,power' && !isUsual) {
    const remedy = 'Leave one of the two out.';
    return optionProblem('--reward-tolerance', rewardTolerance, 'only where power comes after reward', remedy);
  }
  if (objective === undefined || objective === 'reward') return null;
  const wanted = OBJECTIVES.find((one) => one === objective);
  if (wanted === undefined) return choiceProblem('--objective', textOf(objective), OBJECTIVES);
  const able = METHODS.filter((method) => method.findsLeastPower === true).map((method) => method.name);
  if (findsLeastPower !== true) {
    const remedy = 'Choose one of these with --method, or leave --objective out.';
    return optionProblem('--objective', `${wanted}, with ${name}`, `${wanted} only with ${able.join(', ')}`, remedy);
  }
  if (naive !== true) return null;
  const remedy = 'Leave one of the two out: plans that ignore co-location have no bound.';
  return optionProblem('--objective', `${wanted}, with --naive`, `${wanted} only without --naive`, remedy);
}

/** Refusal of money without prices, or of prices without money; else null. */
function pricesProblem(words: Words, rowsHavePrices: boolean): Problem | null {
  if (words['objective'] === 'money') return incompletePrices(words, 'with --objective money', rowsHavePrices);
  const alone = PRICES.find(([, name]) => words[name] !== undefined);
  if (alone === undefined) return null;
  const [option, name] = alone;
  const remedy = `Add --objective money, or leave ${option} out.`;
  return optionProblem(option, words[name], 'only with --objective money', remedy);
}

/** Options of prices, with the words that they are. */
const PRICES = [
  ['--reward-usd', 'rewardUsd'],
  ['--energy-usd', 'energyUsd'],
  ['--carbon-usd', 'carbonUsd'],
  ['--carbon-intensity', 'carbonIntensity'],
] as const;

/** Prices given without money to be made best, or what is missing of them; null where none is given. */
export function pricesGiven(words: Words): Prices | { readonly problem: Problem } | null {
  if (PRICES.every(([, name]) => words[name] === undefined)) return null;
  const problem = incompletePrices(words, 'where others are given');
  return problem === null ? pricesIn(words) : { problem };
}

/** Refusal of prices of which some are missing; null where all are there that belong together. */
function incompletePrices(words: Words, when: string, rowsHavePrices = false): Problem | null {
  const isMissing = ([, name]: (typeof PRICES)[number]): boolean => words[name] === undefined;
  const missing = PRICES.slice(0, rowsHavePrices ? 1 : 2).find(isMissing);
  if (missing !== undefined)
    return optionProblem(missing[0], 'absent', `a price, ${when}`, `Give ${missing[0]} a value.`);
  const ofCarbon = PRICES.slice(2).filter(isMissing);
  if (ofCarbon.length !== 1) return null;
  const [option] = ofCarbon[0]!;
  if (rowsHavePrices && option === '--carbon-intensity') return null;
  const allowed = 'both of --carbon-usd and --carbon-intensity, or neither';
  return optionProblem(option, 'absent', allowed, `Give ${option} a value.`);
}

/** Prices of the words; none where money is not asked for. */
function pricesOf(words: RunWords): Prices | undefined {
  return words.objective === 'money' ? pricesIn(words) : undefined;
}

/** Prices of complete words. */
function pricesIn(words: Pick<RunWords, 'rewardUsd' | 'energyUsd' | 'carbonUsd' | 'carbonIntensity'>): Prices {
  const { rewardUsd = 0, energyUsd = 0, carbonUsd = 0, carbonIntensity = 0 } = words;
  return { rewardUsd, energyUsdPerKWh: energyUsd, carbonUsdPerT: carbonUsd, carbonGPerKWh: carbonIntensity };
}

/** Wish for the least power: that of the user, or the usual one of methods that can. */
function powerWish({ objective, method, naive }: RunWords): RunRequest['leastPower'] {
  if (objective === 'reward' || objective === 'money') return undefined;
  if (objective !== undefined) return 'asked';
  return method.findsLeastPower === true && naive !== true ? 'usual' : undefined;
}
