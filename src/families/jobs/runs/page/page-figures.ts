import type { JobsInstance } from '../../../../../models/families/jobs/instance.js';
import { WEEKDAYS } from '../../../../../models/families/jobs/format.js';
import type { Month } from '../../../../../models/families/jobs/month.js';
import type { MonthNames } from '../../instances/compile.js';
import type { JobsRunRecord } from '../result.js';
import { type BoundPrices, boundPrices, type MonthBoundRecord } from './bound-prices.js';
import { type ProfileFigures, profileFigures } from './profile-figures.js';
import { type FrontierFigures, frontierFigures } from './frontier.js';
import { busiestWeekS, type Gantt, ganttOf } from './gantt.js';
import { type GraphFigures, graphFigures } from './graph-figures.js';
import { type MonthOverTime, monthOverTime } from './over-time.js';
import { pointUse } from './point-use.js';
import { type Rejections, rejectionsOf } from './rejections.js';

/** Data of the charts on the page of a month, also embedded in it. Null where the run has no schedule or bound. */
export interface MonthFigures {
  /** Weekday at time 0, 0 for Monday. */
  readonly firstDay: number;
  readonly overTime: MonthOverTime | null;
  readonly prices: BoundPrices | null;
  readonly frontier: FrontierFigures | null;
  readonly gantt: Gantt | null;
  readonly rejections: Rejections | null;
  readonly fronts: ProfileFigures;
  readonly graphs: GraphFigures;
}

export function monthFigures(
  instance: Pick<JobsInstance, 'period'>,
  month: Month,
  names: MonthNames,
  record: JobsRunRecord,
): MonthFigures {
  const { schedule, frontier } = record;
  const profiles = record.profiles?.profiles ?? [];
  const { durationS, startsOn } = instance.period;
  const firstDay = startsOn === undefined ? 0 : WEEKDAYS.indexOf(startsOn);
  const overTime = schedule === null ? null : monthOverTime(month, schedule, durationS);
  const bound = boundOf(record);
  const uses = pointUse(month, schedule);
  return {
    firstDay,
    overTime,
    prices:
      overTime === null || bound === null
        ? null
        : boundPrices(
            month,
            bound,
            { lengthS: overTime.lengthS, borderS: Float64Array.from(overTime.borderS) },
            durationS,
            firstDay,
          ),
    frontier: frontier === null ? null : frontierFigures(frontier, record.result.energyJ ?? 0),
    gantt:
      schedule === null
        ? null
        : ganttOf(month, schedule, names.job, durationS, busiestWeekS(month, schedule, durationS)),
    rejections: schedule === null ? null : rejectionsOf(month, schedule, durationS),
    fronts: profileFigures(month, profiles, uses),
    graphs: graphFigures(month, names.tasks, profiles, uses),
  };
}

/**
 * Returns the bound that covers the schedule: the malleable bound if the policy moves jobs, otherwise the rigid bound.
 */
function boundOf({ rigid, malleable, result }: JobsRunRecord): MonthBoundRecord | null {
  return result.policy.adaptation === null ? (rigid ?? malleable) : (malleable ?? null);
}
