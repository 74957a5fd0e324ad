import { J_PER_MJ, S_PER_H } from '../../../../models/units.js';
import type { JobsInstance } from '../../../../models/families/jobs/instance.js';
import { COMMAND_LINE, type Fault, formatFaults } from '../../../instances/fault.js';
import { flagOf, givenOf, optionsFault, type ValuesOf, type Words } from '../../options.js';
import {
  DEFAULT_READINGS,
  type MonthMethod,
  type MonthReadings,
  policyOf,
  PRINTED_READINGS,
} from '../methods/month/policies.js';
import type { Adaptation, CoresRule, MonthPolicy } from '../methods/month/policy.js';
import { DEFAULT_NODE_LIMIT } from '../methods/profiles/build-profiles.js';
import { METHODS } from '../methods/registry.js';
import { JOBS_OPTIONS } from '../options.js';

/**
 * Method and options of `solve` as given by the user and not yet checked against an instance. Options not given are
 * absent.
 */
export interface JobsRequest extends ValuesOf<typeof JOBS_OPTIONS, 'solve'> {
  readonly method: MonthMethod;
}

/** Returns the method (by default the first) and options of `solve` from validated command-line options. */
export function jobsAsked(words: Words): JobsRequest {
  return { ...givenOf(JOBS_OPTIONS, words), method: (words['method'] ?? METHODS[0]!.name) as MonthMethod };
}

/** Method of a run and its settings: the user's options, with defaults for those not given. */
export interface JobsChoices {
  readonly method: MonthMethod;
  readonly policy: MonthPolicy;
  /** Maximum number of search-tree nodes of the exact search for each front. */
  readonly nodeLimit: number;
}

/** Methods that run jobs at design points of profiles. */
const OF_PROFILES: readonly MonthMethod[] = ['val-en-join-opt', 'val-en-adapt-opt', 'price'];

/** Rule for the number of cores by its name on the command line. */
const CORES: Readonly<Record<NonNullable<JobsRequest['cores']>, CoresRule>> = {
  fewest: 'fewest',
  'max-bid': 'maxBid',
  best: 'best',
  'at-most-best': 'atMostBest',
};

/**
 * Returns a fault if an option has no effect with the method; otherwise null.
 *
 * @param withBound true if a bound is computed, which needs profiles
 */
export function unheeded(asked: JobsRequest, withBound = true): Fault | null {
  const { method, moves } = asked;
  if (moves === 'none' && method === 'val-en-adapt-opt') {
    const remedy = 'Take --method val-en-join-opt: the same without moves.';
    return { file: COMMAND_LINE, path: '--moves', value: moves, allowed: 'once, repeated', remedy };
  }
  const fault = optionsFault(JOBS_OPTIONS, 'solve', { ...asked }, method);
  if (fault !== null || withBound || OF_PROFILES.includes(method)) return fault;
  const alone = (['profiles', 'profileNodes'] as const).find((name) => asked[name] !== undefined);
  if (alone === undefined) return null;
  const allowed = `with --method ${OF_PROFILES.join(' or ')}, or with a bound`;
  const path = flagOf(JOBS_OPTIONS[alone]);
  return { file: COMMAND_LINE, path, value: asked[alone], allowed, remedy: 'Leave the option out.' };
}

/**
 * Returns the method and options of a run, with defaults filled in, or a fault if the instance does not support an
 * option.
 */
export function choicesOn(
  { checkpointIntervalS, overheads }: Pick<JobsInstance, 'checkpointIntervalS' | 'overheads'>,
  asked: JobsRequest,
): { readonly ok: true; readonly choices: JobsChoices } | { readonly ok: false; readonly fault: Fault } {
  const fault = unheeded(asked);
  if (fault !== null) return { ok: false, fault };
  const { method, profileNodes } = asked;
  const policy = policyOf(method, readingsOf(asked, checkpointIntervalS));
  const { checkS = 0 } = overheads ?? {};
  if (policy.adaptation !== null && !(policy.adaptation.intervalS > checkS)) {
    const value = policy.adaptation.intervalS;
    const remedy = `Each checkpoint takes a running job ${checkS} s (overheads.checkS): take a longer interval.`;
    const path = '--checkpoint-interval';
    return { ok: false, fault: { file: COMMAND_LINE, path, value, allowed: `above ${checkS} s`, remedy } };
  }
  return { ok: true, choices: { method, policy, nodeLimit: profileNodes ?? DEFAULT_NODE_LIMIT } };
}

/**
 * Returns the readings of the paper in a run: `readings` selects a set, and other options replace single readings of
 * it. The default checkpoint interval is the instance's.
 */
function readingsOf(asked: JobsRequest, instanceIntervalS: number | undefined): MonthReadings {
  const base = asked.readings === 'printed' ? PRINTED_READINGS : DEFAULT_READINGS;
  const { valueAt = base.valueAt, moves, checkpointInterval: checkpointIntervalS = instanceIntervalS } = asked;
  const { remaining, directions, moveChoice: choice, energyPrice, corePrices, priceHorizon } = asked;
  const cores = asked.cores === undefined ? undefined : CORES[asked.cores];
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
      ...(energyPrice === undefined ? {} : { perJ: energyPrice / J_PER_MJ }),
      ...(corePrices === undefined ? {} : { cores: corePrices }),
      ...(priceHorizon === undefined ? {} : { horizonS: priceHorizon * S_PER_H }),
    },
  };
}

/** Returns the method and options of a run on an instance that supports them. @throws RangeError with the fault */
export function choicesHeeded(...asked: Parameters<typeof choicesOn>): JobsChoices {
  const found = choicesOn(...asked);
  if (!found.ok) throw new RangeError(formatFaults([found.fault]));
  return found.choices;
}
