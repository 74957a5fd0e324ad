import { J_PER_MJ } from '../../../models/units.js';
import type { TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value } from '../../experiments/record.js';
import { profiles, solve, type SolveOptions, type Solved } from '../../library/index.js';
import { accepted, inTemporaryFolder } from '../library-calls.js';
import { settingNamed } from './figures.js';
import type { JobsFigure } from './names.js';
import { methodOf, type MonthMethod, type ReadingLevel, SET_LEVELS_S, type Setting, type Variant } from './settings.js';
import { boundsOf, frontsOf, judgedDetails, monthFor, productsOf } from './trial-months.js';

/** Number of significant digits in records: enough for every claim, few enough to exclude floating-point error. */
const DIGITS = 9;

/** Recorded values of a month scheduled by one method. */
export interface MonthValues extends Readonly<Record<string, Value>> {
  readonly outcome: 'plan';
  /** Value earned by the jobs. */
  readonly value: number;
  /** Sum of the values of all jobs at their arrival. */
  readonly startingValue: number;
  readonly energyJ: number;
  /** Share of jobs that were dropped or ended without value; the paper calls them rejected. */
  readonly rejected: number;
  readonly moves: number;
}

/** Recorded values of a month, with upper bounds for all schedules of the month. */
export interface BoundedValues extends MonthValues {
  /** Upper bound on the value if jobs may move. */
  readonly bound: number;
  /** Upper bound on the value of any schedule that uses as much energy as this one. */
  readonly frontierValue: number;
}

/**
 * Recorded values of the profiles on a number of cores. They cover the job types with at least as many tasks as cores.
 * The savings are null if there are no such types.
 */
export interface ProfileValues extends Readonly<Record<string, Value>> {
  readonly outcome: 'plan';
  readonly types: number;
  readonly proven: number;
  /**
   * Mean over the job types of the saving against ValEnSepOpt on as many cores. The saving is 1 - p / q. Here p is the
   * product of response time and energy of the profile's design, and q is this product for ValEnSepOpt.
   */
  readonly saving: number | null;
  /** Least saving over the job types. */
  readonly leastSaving: number | null;
}

/**
 * Runs one method in one setting. The recorded values depend only on the input; the last profiles are cached to save
 * time.
 *
 * @throws RangeError for an unknown setting or method
 */
export function jobsTrial({ cell, seed, settings }: TrialRequest): Promise<TrialOutput> {
  return inTemporaryFolder(async (folder) => {
    const setting = settingNamed(settings['figure'] as JobsFigure, cell['setting']!);
    if ('profileCores' in setting) {
      return { values: await profileValues(setting.profileCores, seed), times: { solve: 0 } };
    }
    const { method, variant } = methodOf(cell['method']!);
    const month = await monthFor(setting, seed, folder, variant === 'levels' ? SET_LEVELS_S : 0);
    const solved = accepted(
      await solve(month, {
        method,
        bound: false,
        ...(await profilesFor(method, seed)),
        ...readingsOf(cell['reading'] as ReadingLevel, variant, method, setting.intervalS),
      }),
    );
    const values = monthFigures(solved);
    const times = { solve: solved.record.timeS['total'] ?? 0 };
    if (setting.isBounded !== true) return { values, times };
    return { values: { ...values, ...(await boundValues(setting, seed, solved)) }, times };
  });
}

/** Returns the options of `solve` for the profiles of a method; empty for methods without profiles. */
async function profilesFor(method: MonthMethod, trial: number): Promise<Pick<SolveOptions, 'profiles' | 'memory'>> {
  if (method === 'val-opt' || method === 'val-en-sep-opt') return {};
  const { database, memory } = await (method === 'price' ? frontsOf(trial) : productsOf(trial));
  return { profiles: database, memory };
}

/** Returns the options of `solve` for a cell's reading (interpretation of the paper) and variant. */
export function readingsOf(
  reading: ReadingLevel,
  variant: Variant | null,
  method: MonthMethod,
  intervalS?: number,
): SolveOptions {
  return {
    ...(reading === 'printed' ? { readings: 'printed' } : {}),
    ...(variant === 'maxBid' ? { cores: 'max-bid' } : {}),
    ...(variant === 'gaining' ? { moveChoice: 'gaining' } : {}),
    ...(intervalS !== undefined && method === 'val-en-adapt-opt' ? { checkpointIntervalS: intervalS } : {}),
  };
}

/** Returns the values that a trial records of a schedule. */
function monthFigures(solved: Solved): MonthValues {
  const details = judgedDetails(solved);
  const { startingValue, energyJ, jobs, outcomes, moves } = details;
  const total = Object.values(outcomes).reduce((sum, one) => sum + one, 0);
  if (total !== jobs) throw new RangeError(`${total} of ${jobs} jobs came to an end`);
  return {
    outcome: 'plan',
    value: rounded(solved.record.objective!),
    startingValue: rounded(startingValue),
    energyJ: rounded(energyJ),
    rejected: rounded((outcomes.dropped + outcomes.worthless) / jobs),
    moves,
  };
}

async function boundValues(
  { nodes, coresPerNode }: Extract<Setting, { nodes: number }>,
  trial: number,
  solved: Solved,
): Promise<Pick<BoundedValues, 'bound' | 'frontierValue'>> {
  const { malleableBound, frontier } = await boundsOf(trial, nodes, coresPerNode);
  const { energyJ } = judgedDetails(solved);
  const atEnergy = frontier.map(({ pricePerMJ, bound }) => bound + (pricePerMJ / J_PER_MJ) * energyJ);
  return { bound: rounded(malleableBound), frontierValue: rounded(Math.min(...atEnergy)) };
}

/** Response time and energy of a job type's design (its allocation of tasks to cores with frequencies). */
interface Cost {
  readonly timeS: number;
  readonly energyJ: number;
}

/** Design of a job type on a number of cores, as the profile query returns it. */
interface QueriedDesign extends Cost {
  readonly isProductProven: boolean;
  readonly lowered: Cost;
}

async function profileValues(cores: number, trial: number): Promise<ProfileValues> {
  const { database, memory, types } = await productsOf(trial);
  const savings: number[] = [];
  let proven = 0;
  for (const { name: type } of types.filter(({ tasks }) => tasks >= cores)) {
    const { record } = accepted(await profiles.query(database, { type, cores, memory }));
    const { lowered, isProductProven, ...joint } = record.details['design'] as QueriedDesign;
    savings.push(savingOf(joint, lowered));
    if (isProductProven) proven++;
  }
  const none = savings.length === 0;
  return {
    outcome: 'plan',
    types: savings.length,
    proven,
    saving: none ? null : rounded(savings.reduce((sum, one) => sum + one, 0) / savings.length),
    leastSaving: none ? null : rounded(Math.min(...savings)),
  };
}

/** Returns the fraction by which the product of response time and energy of design `one` is below that of `other`. */
function savingOf(one: Cost, other: Cost): number {
  return 1 - (one.timeS * one.energyJ) / (other.timeS * other.energyJ);
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
