import type { TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value } from '../../experiments/record.js';
import { profiles, solve, type SolveOptions, type Solved } from '../../library/index.js';
import { accepted, inTemporaryFolder } from '../library-calls.js';
import { settingNamed } from './figures.js';
import type { JobsFigure } from './names.js';
import { methodOf, type MonthMethod, type ReadingLevel, type Setting, type Variant } from './settings.js';
import { boundFigures, boundsOf, frontsOf, judgedDetails, monthFor, productsOf } from './trial-months.js';

/** Number of significant digits recorded: enough for every claim, but without noise in the last digits. */
const DIGITS = 9;

/** Values recorded for a month under one policy. */
export interface MonthValues extends Readonly<Record<string, Value>> {
  readonly outcome: 'plan';
  /** Value earned, and the sum of the values of all jobs at their arrival. */
  readonly value: number;
  readonly startingValue: number;
  readonly energyJ: number;
  /** Share of jobs that were dropped or ended worthless, which the paper calls rejected. */
  readonly rejected: number;
  readonly late: number;
  readonly dropped: number;
  readonly moves: number;
  /**
   * Number of fronts in the profiles, and number of those whose least product is proven; null if the method uses none.
   */
  readonly fronts: number | null;
  readonly proven: number | null;
}

/** Values recorded for a month, with bounds on all schedules of it. */
export interface BoundedValues extends MonthValues {
  /** Bounds on the value: for jobs that may move, and for jobs that stay. */
  readonly bound: number;
  readonly rigidBound: number;
  /**
   * Bound on the value of any schedule with as much energy, and on the energy of any with as much value, J; null if
   * there is none.
   */
  readonly frontierValue: number;
  readonly leastJ: number | null;
}

/** Values of the profiles of all job types that have enough tasks for this number of cores; null if there are none. */
export interface ProfileValues extends Readonly<Record<string, Value>> {
  readonly outcome: 'plan';
  readonly types: number;
  readonly proven: number;
  /**
   * Saving of the profile's point: 1 minus its response time x energy over that of ValEnSepOpt on as many cores. The
   * mean over job types, and the least.
   */
  readonly saving: number | null;
  readonly leastSaving: number | null;
}

/**
 * Runs one method in one setting. The result depends only on the input; the last profiles are cached only to save time.
 * @throws RangeError for an unknown setting or method
 */
export function jobsTrial({ cell, seed, settings }: TrialRequest): Promise<TrialOutput> {
  return inTemporaryFolder(async (folder) => {
    const setting = settingNamed(settings['figure'] as JobsFigure, cell['setting']!);
    if ('profileCores' in setting) {
      return { values: await profileValues(setting.profileCores, seed), times: { solve: 0 } };
    }
    const { method, variant } = methodOf(cell['method']!);
    const month = await monthFor(setting, seed, folder);
    const solved = accepted(
      await solve(month, {
        method,
        bound: false,
        ...(await profilesFor(method, seed)),
        ...readingsOf(cell['reading'] as ReadingLevel, variant, method, setting.intervalS),
      }),
    );
    const values = monthFigures(solved, method);
    const times = { solve: solved.record.timeS['total'] ?? 0 };
    if (setting.isBounded !== true) return { values, times };
    return { values: { ...values, ...(await boundValues(setting, seed, solved)) }, times };
  });
}

/** Returns the profiles that a method uses; none for methods without profiles. */
async function profilesFor(method: MonthMethod, trial: number): Promise<Pick<SolveOptions, 'profiles' | 'memory'>> {
  if (method === 'val-opt' || method === 'val-en-sep-opt') return {};
  const { database, memory } = await (method === 'price' ? frontsOf(trial) : productsOf(trial));
  return { profiles: database, memory };
}

/** Returns the readings of a cell as options of `solve`. */
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

/** Returns the recorded figures of a schedule. */
function monthFigures(solved: Solved, method: MonthMethod): MonthValues {
  const details = judgedDetails(solved);
  const { startingValue, energyJ, jobs, outcomes, moves, fronts, provenProducts } = details;
  const total = Object.values(outcomes).reduce((sum, one) => sum + one, 0);
  if (total !== jobs) throw new RangeError(`${total} of ${jobs} jobs came to an end`);
  const hasProducts = method === 'val-en-join-opt' || method === 'val-en-adapt-opt';
  return {
    outcome: 'plan',
    value: rounded(solved.record.objective!),
    startingValue: rounded(startingValue),
    energyJ: rounded(energyJ),
    rejected: rounded((outcomes.dropped + outcomes.worthless) / jobs),
    late: outcomes.late,
    dropped: outcomes.dropped,
    moves,
    fronts: hasProducts ? fronts : null,
    proven: hasProducts ? provenProducts : null,
  };
}

async function boundValues(
  { nodes, coresPerNode }: Extract<Setting, { nodes: number }>,
  trial: number,
  solved: Solved,
): Promise<Pick<BoundedValues, 'bound' | 'rigidBound' | 'frontierValue' | 'leastJ'>> {
  const { energyJ } = judgedDetails(solved);
  const bounds = await boundsOf(trial, nodes, coresPerNode);
  const { bound, rigidBound, frontierValue, leastJ } = boundFigures(bounds, {
    value: solved.record.objective!,
    energyJ,
  });
  return {
    bound: rounded(bound),
    rigidBound: rounded(rigidBound),
    frontierValue: rounded(frontierValue),
    leastJ: Number.isFinite(leastJ) ? rounded(leastJ) : null,
  };
}

/** Response time and energy of a design. */
interface Cost {
  readonly timeS: number;
  readonly energyJ: number;
}

/** The design of a job type on a number of cores, as a query returns it. */
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

/** Returns the fraction of a design's response time x energy that another design saves. */
function savingOf(one: Cost, other: Cost): number {
  return 1 - (one.timeS * one.energyJ) / (other.timeS * other.energyJ);
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
