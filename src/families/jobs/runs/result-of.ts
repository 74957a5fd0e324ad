import type { Month } from '../../../../models/problems/jobs/month.js';
import type { MonthSchedule } from '../../../../models/problems/jobs/month-schedule.js';
import type { RoomOverMonth } from '../../../../models/problems/jobs/room.js';
import { startingUtility } from '../../../../models/problems/utility-function.js';
import type { StopReason } from '../../../runs/control.js';
import { terminationOf } from '../../../runs/termination.js';
import type { ProfileSet } from '../methods/profiles/build-profiles.js';
import type { JobsChoices } from './choices.js';
import type { JobsRunResult } from './result.js';

export interface JobsResultParts {
  readonly name: string;
  readonly month: Month;
  readonly choices: JobsChoices;
  readonly seed: number;
  readonly schedule: MonthSchedule;
  readonly room: RoomOverMonth | null;
  readonly profiles: ProfileSet | null;
  readonly steps: number;
  readonly stopReason: StopReason | null;
}

/** Joules in a megajoule. */
const J_PER_MJ = 1e6;

/** A finished run in the terms of docs/jobs/results.md. */
export function jobsResultOf(parts: JobsResultParts): JobsRunResult {
  const { name, month, choices, seed, schedule, room, profiles, steps, stopReason } = parts;
  const { jobs: outcomes, value, energyJ, moves } = schedule.ledger;
  const jobs = month.typeOf.length;
  const fronts = profiles?.profiles.flatMap((row) => row.flatMap((profile) => profile.fronts)) ?? [];
  return {
    ...{ instance: name, family: 'jobs', method: choices.method, policy: choices.policy, seed },
    termination: terminationOf({ stopReason }, { isRefuted: false, stoppedEarly: stopReason !== null, gap: null }),
    ...{ feasible: false, objective: null, objectiveUnit: 'value', bound: null, gap: null },
    ...{ gapReason: 'the schedule was not checked', boundScope: '' },
    ...{ energyJ, valuePerMJ: energyJ > 0 ? value / (energyJ / J_PER_MJ) : null, room },
    ...{ jobs, outcomes, rejectedShare: jobs > 0 ? (outcomes.dropped + outcomes.worthless) / jobs : null, moves },
    startingValue: startingValueOf(month),
    ...{ rigidBound: null, malleableBound: null, valueBoundAtEnergy: null, energyBoundForValueJ: null },
    ...{ fronts: fronts.length, exactFronts: fronts.filter(({ proof }) => proof.kind === 'exact').length },
    ...{ violations: [], warnings: [], timeS: {}, work: { steps }, files: {} },
  };
}

/** Sum of the values that the jobs have at age 0. */
export function startingValueOf({ values, typeOf }: Month): number {
  let sum = 0;
  for (let job = 0; job < typeOf.length; job++) sum += startingUtility(values, job);
  return sum;
}
