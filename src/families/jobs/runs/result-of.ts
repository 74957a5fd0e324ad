import { J_PER_MJ } from '../../../../models/units.js';
import type { Month } from '../../../../models/families/jobs/month.js';
import { isProductProven } from '../../../../models/families/jobs/profile.js';
import type { RoomOverMonth } from '../../../../models/families/jobs/room.js';
import { startingUtility } from '../../../../models/families/utility-function.js';
import type { StopReason } from '../../../runs/control.js';
import { type Claim, endOfRun } from '../../../runs/end-of-run.js';
import type { MonthVerdict } from '../check/check-month.js';
import { energyForValue, type MonthBound, valueAtEnergy, type ValueFrontier } from '../methods/bound/month-bound.js';
import type { MonthPolicy } from '../methods/month/policy.js';
import type { ProfileSet } from '../methods/profiles/build-profiles.js';
import type { JobsChoices } from './choices.js';
import type { JobsRunResult } from './result.js';

/**
 * Proven upper bounds on the value of a month. `rigid` holds if jobs stay, `malleable` if they may move, both at price
 * of energy 0. `frontier` bounds value by energy.
 */
export interface ProvenBounds {
  readonly rigid: MonthBound;
  readonly malleable: MonthBound;
  readonly frontier: ValueFrontier | null;
}

export interface JobsResultParts {
  readonly name: string;
  readonly month: Month;
  readonly choices: JobsChoices;
  readonly seed: number;
  /** Verdict on the plan; null if there is no plan. */
  readonly verdict: MonthVerdict | null;
  readonly room: RoomOverMonth | null;
  readonly bounds: ProvenBounds | null;
  readonly profiles: ProfileSet | null;
  readonly steps: number;
  /** Why the computation of profiles or bounds was stopped early; null if it was not. */
  readonly stopReason: StopReason | null;
  /** True if the computation of the profiles that the method uses was stopped early. */
  readonly isCut: boolean;
}

/** Returns a description of the schedules that a bound covers. */
export function boundScopeOf(kind: MonthBound['kind']): string {
  const jobs =
    kind === 'rigid' ? 'each job stays on its cores' : 'jobs may move at any moment, each inside one node at a time';
  return `every schedule of these jobs on these nodes, also one made with knowledge of all arrivals and paces, in which ${jobs}; jobs pay for the cores they use alone, so that it is the same whether idle nodes stay on or are switched off`;
}

/** Returns the kind of bound for a policy's schedules: malleable if it moves jobs, otherwise rigid. */
export function boundKindOf({ adaptation }: Pick<MonthPolicy, 'adaptation'>): MonthBound['kind'] {
  return adaptation === null ? 'rigid' : 'malleable';
}

/** Returns the result of a finished run (docs/jobs/results.md). */
export function jobsResultOf(parts: JobsResultParts): JobsRunResult {
  const { name, month, choices, seed, verdict, room, bounds, profiles, steps, stopReason, isCut } = parts;
  const { value: objective = null, energyJ = null, outcomes = null, moves = null, service = null } = verdict ?? {};
  const { policy, method } = choices;
  const kind = boundKindOf(policy);
  const proven = bounds?.[kind].bound ?? null;
  const jobs = month.typeOf.length;
  const fronts = profiles?.profiles.flatMap((row) => row.flatMap((profile) => profile.fronts)) ?? [];
  const frontier = bounds?.frontier ?? null;
  const most = frontier === null || energyJ === null ? null : valueAtEnergy(frontier, energyJ);
  const claim = (most: number | null): Claim => ({
    proven: most,
    own: objective,
    isUpper: true,
    says: `earns ${objective}`,
    proof: `a proven bound of ${most}`,
  });
  const { feasible, held, result } = endOfRun(
    {
      instance: name,
      family: 'jobs',
      method,
      seed,
      objective,
      objectiveUnit: 'value',
      verdict,
      boundScope: proven === null ? '' : boundScopeOf(kind),
      driver: { stopReason },
      stoppedEarly: isCut,
      what: 'schedule',
      withoutPlan: 'the month was stopped before its end: there is no schedule',
      work: { steps, ...(bounds === null ? {} : { boundPasses: passesOf(bounds) }) },
    },
    { objective: claim(proven), atEnergy: claim(most) },
  );
  return {
    ...result,
    policy,
    energyJ,
    valuePerMJ: objective === null || !(energyJ! > 0) ? null : objective / (energyJ! / J_PER_MJ),
    room: feasible ? room : null,

    jobs,
    outcomes,
    rejectedShare: outcomes === null || jobs === 0 ? null : (outcomes.dropped + outcomes.worthless) / jobs,
    moves,
    service,
    startingValue: startingValueOf(month),
    binding: [],
    rigidBound: bounds?.rigid.bound ?? null,
    malleableBound: bounds?.malleable.bound ?? null,
    valueBoundAtEnergy: held.atEnergy.bound,
    energyBoundForValueJ: frontier === null || objective === null ? null : energyForValue(frontier, objective),
    fronts: fronts.length,
    exactFronts: fronts.filter(({ proof }) => proof.kind === 'exact').length,
    provenProducts: fronts.filter(isProductProven).length,
    frontier:
      frontier === null ? null : frontier.bounds.map(({ perJ, bound }) => ({ pricePerMJ: perJ * J_PER_MJ, bound })),
  };
}

/**
 * Returns the number of evaluations of all bounds. The first bound of the frontier is the malleable one, counted once.
 */
function passesOf({ rigid, malleable, frontier }: ProvenBounds): number {
  const further = frontier?.bounds.slice(1) ?? [];
  return [rigid, malleable, ...further].reduce((sum, { passes }) => sum + passes, 0);
}

/** Returns the sum of the values that the jobs have at age 0. */
export function startingValueOf({ values, typeOf }: Pick<Month, 'values' | 'typeOf'>): number {
  let sum = 0;
  for (let job = 0; job < typeOf.length; job++) sum += startingUtility(values, job);
  return sum;
}
