import { J_PER_MJ, S_PER_H } from '../../../../models/units.js';
import type { JobsInstance } from '../../../../models/problems/jobs/instance.js';
import { COMMAND_LINE, type Problem } from '../../../instances/problem.js';
import {
  DEFAULT_READINGS,
  type MonthMethod,
  type MonthReadings,
  policyOf,
  PRINTED_READINGS,
} from '../methods/month/policies.js';
import type { Adaptation, CoresRule, MonthPolicy, MonthPrices, ValueAt } from '../methods/month/policy.js';
import { DEFAULT_NODE_LIMIT } from '../methods/profiles/build-profiles.js';

/** Options of `solve` as given, read but not yet held against an instance; what was not given is absent. */
export interface JobsAsked {
  readonly method: MonthMethod;
  readonly readings?: 'ours' | 'printed';
  readonly valueAt?: ValueAt;
  readonly cores?: CoresRule;
  readonly checkpointIntervalS?: number;
  readonly moves?: 'none' | Adaptation['times'];
  readonly remaining?: Adaptation['remaining'];
  readonly directions?: Adaptation['directions'];
  readonly moveChoice?: Adaptation['choice'];
  /** Price of energy, value/MJ. */
  readonly energyPricePerMJ?: number;
  readonly corePrices?: MonthPrices['cores'];
  readonly priceHorizonS?: number;
  /** Nodes of the exact search per front. */
  readonly profileNodes?: number;
  /** Profile database whose profiles are taken. */
  readonly profiles?: string;
}

/** Method of a run and what it was told. */
export interface JobsChoices {
  readonly method: MonthMethod;
  readonly policy: MonthPolicy;
  /** Nodes of the exact search per front of a profile. */
  readonly nodeLimit: number;
}

/** Methods of the paper: nodes bid. */
const BIDDING = ['val-opt', 'val-en-sep-opt', 'val-en-join-opt', 'val-en-adapt-opt'] as const;
/** Methods whose jobs may be moved. */
const MOVING = ['val-en-adapt-opt', 'price'] as const;
/** Methods of list schedules. */
const SCHEDULED = ['val-opt', 'val-en-sep-opt'] as const;
/** Methods of one point of the profile for each number of cores. */
const PROFILED = ['val-en-join-opt', 'val-en-adapt-opt'] as const;

/** Methods that run jobs at points of profiles. */
const OF_PROFILES = [...PROFILED, 'price'] as const;

/** Word of a rule of cores; undefined for none. */
const wordOf = (cores: CoresRule | undefined): string | undefined => CORES.find(({ rule }) => rule === cores)?.word;

/** Options that only some methods heed, with these. */
const HEEDED: readonly {
  readonly option: string;
  readonly of: (asked: JobsAsked) => string | number | undefined;
  readonly methods: readonly MonthMethod[];
}[] = [
  { option: '--readings', of: ({ readings }) => readings, methods: BIDDING },
  { option: '--value-at', of: ({ valueAt }) => valueAt, methods: BIDDING },
  { option: '--cores', of: ({ cores }) => wordOf(cores), methods: BIDDING },
  { option: '--checkpoint-interval', of: ({ checkpointIntervalS }) => checkpointIntervalS, methods: MOVING },
  { option: '--moves', of: ({ moves }) => moves, methods: MOVING },
  { option: '--remaining', of: ({ remaining }) => remaining, methods: MOVING },
  { option: '--directions', of: ({ directions }) => directions, methods: MOVING },
  { option: '--move-choice', of: ({ moveChoice }) => moveChoice, methods: MOVING },
  { option: '--energy-price', of: ({ energyPricePerMJ }) => energyPricePerMJ, methods: ['price'] },
  { option: '--core-prices', of: ({ corePrices }) => corePrices, methods: ['price'] },
  { option: '--price-horizon', of: ({ priceHorizonS: s }) => (s === undefined ? s : s / S_PER_H), methods: ['price'] },
];

/** Rules of cores by the methods that may have them, as the command line writes them. */
const CORES: readonly { readonly rule: CoresRule; readonly word: string; readonly methods: readonly MonthMethod[] }[] =
  [
    { rule: 'fewest', word: 'fewest', methods: SCHEDULED },
    { rule: 'maxBid', word: 'max-bid', methods: SCHEDULED },
    { rule: 'best', word: 'best', methods: PROFILED },
    { rule: 'atMostBest', word: 'at-most-best', methods: PROFILED },
  ];

/** Words of the rules of cores, and the rule of each. */
export const CORES_WORDS: ReadonlyMap<string, CoresRule> = new Map(CORES.map(({ rule, word }) => [word, rule]));

/** Options that say how jobs are moved, beside whether they are. */
const OF_MOVES = ['--checkpoint-interval', '--remaining', '--directions', '--move-choice'];

/** An option that the method asked for does not heed; null for none. @param withBound flag: a bound is proven, which needs profiles */
export function unheeded(asked: JobsAsked, withBound = true): Problem | null {
  const { method, moves, cores, corePrices, priceHorizonS, profiles, profileNodes } = asked;
  const told = (path: string, value: unknown, allowed: string): Problem => {
    return { file: COMMAND_LINE, path, value, allowed, remedy: 'Leave the option out.' };
  };
  for (const { option, of, methods } of HEEDED) {
    const value = of(asked);
    if (value === undefined) continue;
    if (!methods.includes(method)) return told(option, value, `with --method ${methods.join(' or ')}`);
    if (moves === 'none' && OF_MOVES.includes(option)) return told(option, value, 'where jobs are moved');
  }
  if (moves === 'none' && method === 'val-en-adapt-opt') {
    return {
      ...told('--moves', moves, 'once, repeated'),
      remedy: 'Take --method val-en-join-opt: the same without moves.',
    };
  }
  if (corePrices === 'none' && priceHorizonS !== undefined) {
    return told('--price-horizon', priceHorizonS / S_PER_H, 'where cores have prices');
  }
  for (const [option, value] of [
    ['--profiles', profiles],
    ['--profile-nodes', profileNodes],
  ] as const) {
    if (value === undefined || withBound || OF_PROFILES.some((one) => one === method)) continue;
    return told(option, value, `with --method ${OF_PROFILES.join(' or ')}, or with a bound`);
  }
  if (profiles !== undefined && profileNodes !== undefined) {
    return told(
      '--profile-nodes',
      profileNodes,
      'without --profiles: those of a file were made with a limit of their own',
    );
  }
  const rule = CORES.find((one) => one.rule === cores);
  if (rule !== undefined && !rule.methods.includes(method)) {
    const own = CORES.filter(({ methods }) => methods.includes(method)).map(({ word }) => word);
    return {
      ...told('--cores', rule.word, `with --method ${method} ${own.join(' or ')}`),
      remedy: 'Choose one of them.',
    };
  }
  return null;
}

/** Choices of a run on an instance, with what was not given; or the option that the instance cannot heed. */
export function choicesOn(
  { checkpointIntervalS, overheads }: Pick<JobsInstance, 'checkpointIntervalS' | 'overheads'>,
  asked: JobsAsked,
): { readonly ok: true; readonly choices: JobsChoices } | { readonly ok: false; readonly problem: Problem } {
  const problem = unheeded(asked);
  if (problem !== null) return { ok: false, problem };
  const { method, profileNodes } = asked;
  const policy = policyOf(method, readingsOf(asked, checkpointIntervalS));
  const { checkS = 0 } = overheads ?? {};
  if (policy.adaptation !== null && !(policy.adaptation.intervalS > checkS)) {
    const value = policy.adaptation.intervalS;
    const remedy = `Each checkpoint takes a running job ${checkS} s (overheads.checkS): take a longer interval.`;
    const path = '--checkpoint-interval';
    return { ok: false, problem: { file: COMMAND_LINE, path, value, allowed: `above ${checkS} s`, remedy } };
  }
  return { ok: true, choices: { method, policy, nodeLimit: profileNodes ?? DEFAULT_NODE_LIMIT } };
}

/** Readings asked for; what was not said is that of the shorthand, and checkpoints those of the instance. */
function readingsOf(asked: JobsAsked, instanceIntervalS: number | undefined): MonthReadings {
  const base = asked.readings === 'printed' ? PRINTED_READINGS : DEFAULT_READINGS;
  const { valueAt = base.valueAt, cores, moves, checkpointIntervalS = instanceIntervalS } = asked;
  const { remaining, directions, moveChoice: choice, energyPricePerMJ, corePrices, priceHorizonS } = asked;
  const moved = (own: Adaptation): Adaptation => ({
    ...own,
    ...(checkpointIntervalS === undefined ? {} : { intervalS: checkpointIntervalS }),
    ...(moves === undefined || moves === 'none' ? {} : { times: moves }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(directions === undefined ? {} : { directions }),
    ...(choice === undefined ? {} : { choice }),
  });
  const priced = base.priceAdaptation;
  return {
    valueAt,
    scheduledCores: cores === 'fewest' || cores === 'maxBid' ? cores : base.scheduledCores,
    profileCores: cores === 'best' || cores === 'atMostBest' ? cores : base.profileCores,
    adaptation: moved(base.adaptation),
    priceAdaptation: moves === 'none' || priced === null ? null : moved(priced),
    prices: {
      ...base.prices,
      ...(energyPricePerMJ === undefined ? {} : { perJ: energyPricePerMJ / J_PER_MJ }),
      ...(corePrices === undefined ? {} : { cores: corePrices }),
      ...(priceHorizonS === undefined ? {} : { horizonS: priceHorizonS }),
    },
  };
}
