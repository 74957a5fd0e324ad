import { linearMeterOf } from '../../../models/facility/meter.js';
import { withBaseline, withResult } from '../../runs/baseline.js';
import type { Values } from '../../experiments/record.js';
import { comparedValues } from '../../reports/figures.js';
import { figures } from './figures.js';
import { dayCourse } from './studies/compare/day-course.js';
import type { LoadedUtility } from './instances/load.js';
import { currencyOf, S_PER_H } from '../../../models/units.js';
import type { RunTexts, SearchRequest, SolvedByFamily, SolveOfFamily } from '../family.js';
import type { ValuesOf } from '../options.js';
import type { Refused } from '../../instances/fault.js';
import { rowDetails } from './bound.js';
import { pageBins, pageFigures } from './report/page-figures.js';
import { besideDetails, type BesideFigures, besideFigures } from './report/beside-figures.js';
import { roomDetails } from './report/room-figures.js';
import { utilityPlanCsv } from './report/plan-csv.js';
import { utilitySummaryText } from './report/summary.js';
import type { Schedule } from '../../../models/families/utility/schedule.js';
import {
  atTheMeter,
  type Beside,
  greatestUtility,
  intervalBordersS,
  isSameWorth,
  openBeside,
  scheduleOnIntervals,
} from './runs/beside.js';
import { utilityOverTime } from './runs/earned.js';
import { notRun } from './runs/not-run.js';
import { roomOverTime } from './runs/room-over-time.js';
import { busiestHourS, ganttOf } from './runs/gantt.js';
import type { UTILITY_OPTIONS } from './options.js';
import { utilityAsked } from './runs/choices.js';
import { type SolvedUtility, solveUtilityInstance } from './runs/solve.js';

export const solveOfUtility: SolveOfFamily<LoadedUtility> = { progressUnit: '', solve, unknownToSome: [] };

async function solve({ file, words, ...asked }: SearchRequest<LoadedUtility>): Promise<SolvedByFamily | Refused> {
  const { trace, ganttFrom, beside: besideFile } = words as ValuesOf<typeof UTILITY_OPTIONS, 'solve'>;
  const ganttFromS = ganttFrom === undefined ? undefined : ganttFrom * S_PER_H;
  const read = besideFile === undefined ? null : openBeside(besideFile);
  if (read?.ok === false) return read;
  const beside = read?.beside ?? null;
  const answer = await solveUtilityInstance({ ...asked, asked: utilityAsked(words), file, trace, ganttFromS, beside });
  if (!answer.ok) return answer;
  const { solved } = answer;
  return {
    ok: true,
    result: solved.record.result,
    plan: solved.plan,
    trajectory: null,
    compared: () => comparedOf(solved),
    summary: (files) => utilitySummaryText(solved.opened.instance, withResult(solved, { files }).record),
    texts: (baseline = null) => textsOf(withBaseline(solved, baseline), beside, ganttFromS),
  };
}

/**
 * Returns what a comparison records of a run: its figures and its values over the measured time (missing without a
 * simulation).
 */
function comparedOf({ opened, model, schedule, record: { result, series } }: SolvedUtility): Values {
  const course = schedule === null || series === null ? null : dayCourse(model, { schedule, series });
  return { ...comparedValues(figures, { result, currency: currencyOf(opened.instance) }), ...course };
}

async function textsOf(solved: SolvedUtility, beside: Beside | null, ganttFromS?: number): Promise<RunTexts> {
  const { renderUtilityReport } = await import('./report/html/report.js');
  const { plan, record, model, schedule, opened } = solved;
  const { instance, sha256, types } = opened;
  const { lines, columns } = pageBins(model);
  const { trajectory, bound, verdict, series } = record;
  const byType = schedule === null ? [] : notRun(model, schedule, series, namesOf(types)).types;
  const figures = pageFigures(model, record, {
    byLine: schedule === null ? null : utilityOverTime(model, schedule, lines.borderS),
    byColumn: schedule === null ? null : utilityOverTime(model, schedule, columns.borderS),
    room: schedule === null ? null : roomOverTime(model, schedule, lines.borderS),
    types: byType,
  });
  const others = beside === null || schedule === null ? null : figuresBeside(solved, schedule, beside);
  const gantt =
    schedule === null || series === null ? null : ganttOf(model, schedule, ganttFromS ?? busiestHourS(model, series));
  const prices =
    bound === null
      ? {}
      : {
          prices: {
            borderS: [...bound.borderS],
            utilityPerNodeH: bound.utilityPerNodeH.map((slots) => [...slots]),
            utilityPerMJ: bound.utilityPerMJ,
            rows: rowDetails(bound.rows),
          },
        };
  return {
    plan: plan === null ? null : { json: `${JSON.stringify(plan)}\n`, csv: utilityPlanCsv(plan) },
    page: (files) =>
      renderUtilityReport({
        instance,
        model,
        sha256,
        record: withResult(solved, { files }).record,
        figures,
        gantt,
        beside: others,
      }),
    report: {
      trajectory,
      verdict,
      ...prices,
      ...(figures.charged === null
        ? {}
        : {
            charged: {
              borderS: figures.columns.borderS,
              pools: figures.pools.map(({ name }) => name),
              ...figures.charged,
            },
          }),
      notRunByType: byType.filter(({ tasks }) => tasks > 0),
      ...(figures.room === null ? {} : { room: roomDetails(figures.room) }),
      ...(others === null ? {} : { beside: besideDetails(others) }),
    },
  };
}

/** Returns the figures that compare a schedule with days simulated by the templates family; null without a facility. */
function figuresBeside(
  { opened, model, record }: SolvedUtility,
  schedule: Schedule,
  beside: Beside,
): BesideFigures | null {
  const { instance, types } = opened;
  const { series } = beside;
  const borderS = intervalBordersS(series);
  const own = scheduleOnIntervals(model, schedule, borderS);
  if (own === null) return null;
  const meter = linearMeterOf(instance.facility ?? {});
  const days = series.days.map((day) => atTheMeter(day, borderS, meter));
  return besideFigures({
    instance,
    model,
    meter,
    beside,
    borderS,
    own,
    days,
    method: record.result.method,
    lines: pageBins(model).lines,
    isSameWorth: isSameWorth(model, namesOf(types), series),
    greatestUtility: greatestUtility(model),
  });
}

function namesOf(types: readonly { readonly name: string }[]): string[] {
  return types.map(({ name }) => name);
}
