import { survivalText } from './survival-text.js';
import { settingsText } from './settings-text.js';
import { stepsCostText } from './steps-text.js';
import { significant } from '../../../reports/format.js';
import { factsOf, taskRows, type Facts } from './facts.js';
import {
  aligned,
  celsius,
  count,
  gapPercent,
  headlineReward,
  inUnit,
  energyOfKWh,
  kilowatts,
  oneLine,
  percent,
  plain,
  ratio,
  rewardPerS,
  shorten,
} from '../../../reports/format.js';
import type { ReportInput } from './input.js';
import {
  constraintName,
  groupedBinding,
  isMet,
  NOT_RATED,
  otherLimits,
  priceOf,
  TERMINATIONS,
  violationText,
  whyNoObjective,
} from '../../../reports/wording.js';
import { alternativeLines } from './alternatives-text.js';
import { failuresText } from './failures-text.js';
import { drawnRoomsText, robustnessText, roomsReserveText } from './rooms-text.js';
import { standbyText, whyNoPlan } from './wording.js';
import { timeSharing, withoutSharingText } from './wording.js';
import { planOrigin } from './wording.js';

/** Greatest number of task types printed; the report has them all. */
const MAX_TASKS = 12;
/** Greatest number of limits and of violations printed; the report has them all. */
const MAX_LIMITS = 5;
/** Greatest number of further limits printed; the report has them all. */
const MAX_OTHERS = 10;
/** Width of the column of labels, characters. */
const LABEL_WIDTH = 12;

/** Summary of a run in some twenty lines for a terminal; ends with a newline. */
export function summaryText(input: ReportInput): string {
  const facts = factsOf(input);
  const lines = [
    ...head(input),
    ...operation(input, facts),
    ...reserves(input),
    ...steps(input),
    ...settings(input),
    ...survival(input),
    ...limits(input),
    ...alternatives(input),
    ...(input.record.result.failures === undefined ? [] : failuresText(input.record.result.failures)),
    ...tasks(input),
    ...Object.entries(input.record.result.files).map(([name, file]) => labelled(name, oneLine(file))),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function labelled(label: string, text: string): string {
  return `${oneLine(label).padEnd(LABEL_WIDTH)}  ${text}`;
}

function head({ plan, record: { result } }: ReportInput): string[] {
  const { objective, bound, gap } = result;
  const verdict = result.feasible
    ? 'feasible (checked)'
    : plan === null
      ? 'no feasible plan'
      : 'NOT FEASIBLE (checked)';
  const noGap = result.gapReason ?? (bound === null ? 'there is no bound' : whyNoObjective(plan !== null));
  const shownViolations = result.violations.slice(0, MAX_LIMITS);
  const more = result.violations.length - shownViolations.length;
  return [
    `${oneLine(result.instance)}: ${verdict}, ${TERMINATIONS[result.termination]}`,
    ...(plan === null ? [labelled('why', oneLine(whyNoPlan(result)))] : []),
    ...otherLimits(result.infeasibility, MAX_OTHERS).map((text) => labelled('also', oneLine(text))),
    ...(result.infeasibility?.fixes ?? []).map(({ message }) => labelled('fix', message)),
    ...shownViolations.map((violation) => labelled('violated', oneLine(violationText(violation)))),
    ...(more > 0 ? [labelled('', `and ${more} more`)] : []),
    labelled('method', `${oneLine(result.method)}${result.naive ? ' --naive' : ''}, seed ${result.seed}`),
    ...(result.planFrom === undefined ? [] : [labelled('plan from', planOrigin(result))]),
    labelled('reward rate', plain(headlineReward(objective), whyNoObjective(plan !== null))),
    ...moneyLine(result),
    ...colocation(result),
    labelled('upper bound', plain(headlineReward(bound), 'this run proves none')),
    labelled('gap', plain(gapPercent(gap), oneLine(noGap))),
    ...(result.boundWithSharing === undefined
      ? []
      : [
          labelled(
            'if sharing',
            `no plan whose nodes share time earns more than ${plain(headlineReward(result.boundWithSharing))}`,
          ),
        ]),
    ...(result.robust === undefined || plan === null ? [] : [labelled('worst room', robustnessText(result.robust))]),
    ...(result.rooms === undefined ? [] : [labelled('drawn rooms', drawnRoomsText(result.rooms))]),
    ...(result.roomsReserve === undefined ? [] : [labelled('reserve', oneLine(roomsReserveText(result.roomsReserve)))]),
    ...(bound === null ? [] : [labelled('bound covers', oneLine(result.boundScope))]),
  ];
}

/** Line on the share of the reward that co-location takes away; none where it takes nothing. */
function colocation({ objective, colocationLoss }: ReportInput['record']['result']): string[] {
  if (objective === null || colocationLoss === null || !(Math.abs(colocationLoss) > 1e-9)) return [];
  return [
    labelled('co-location', `takes ${(100 * colocationLoss).toFixed(2)} % of what these cores would earn undisturbed`),
  ];
}

/** Line on the money that the plan makes; none where it was not asked for. */
function moneyLine({ money }: ReportInput['record']['result']): string[] {
  if (money === undefined) return [];
  const usd = (usdPerH: number): string => `${significant(usdPerH, 6)} USD/h`;
  const made = `${usd(money.usdPerH)} (${usd(money.revenueUsdPerH)} earned less ${usd(money.energyUsdPerH)} for energy)`;
  return [labelled('money', `${made}; no plan makes more than ${usd(money.boundUsdPerH)}`)];
}

/** Line on the least power that the same reward needs; none where it was not asked for. */
function leastPowerLine({ leastPower }: ReportInput['record']['result']): string[] {
  if (leastPower === undefined) return [];
  const bound = plain(kilowatts(leastPower.boundW));
  return [
    labelled(
      'least power',
      `no plan with this reward draws less than ${bound}, gap ${plain(gapPercent(leastPower.gap))}`,
    ),
  ];
}

function operation({ instance, record: { evaluation, result } }: ReportInput, facts: Facts): string[] {
  const redLine = plain(celsius(instance.limits.redLineC));
  if (evaluation === null)
    return [labelled('power', `none, because ${NOT_RATED}; cap ${plain(kilowatts(instance.limits.powerCapW))}`)];
  const { power } = evaluation;
  const parts = [
    ['idle', power.idleW],
    ['cores', power.coresW],
    ['cooling', power.coolingW],
    ['UPS loss', power.upsLossW],
    ['other', power.otherW],
  ] as const;
  const split = parts.map(([name, valueW]) => `${name} ${kilowatts(valueW)?.digits ?? 'none'}`).join(', ');
  const setPoints = facts.setPoints.map(({ crac, setPointC }) => `${oneLine(crac)} ${plain(celsius(setPointC))}`);
  const zone = facts.hottestZone === null ? '' : ` at ${oneLine(facts.hottestZone)}`;
  return [
    labelled('power', `${plain(kilowatts(power.totalW))} of ${plain(kilowatts(power.capW))} (${split})`),
    ...leastPowerLine(result),
    labelled('energy', `${plain(energyOfKWh(facts.energyKWhPerDay))} per day, PUE ${plain(ratio(facts.pue))}`),
    labelled('set-points', setPoints.join(', ')),
    labelled('hottest', `${plain(celsius(facts.hottestInletC))}${zone}, red line ${redLine}`),
    labelled(
      'busy',
      `${plain(count(facts.busyNodes))} of ${facts.nodes} nodes, ${plain(count(facts.busyCores))} of ${facts.cores} cores`,
    ),
    ...(facts.standbyNodes ? [labelled('standby', standbyText(facts))] : []),
    ...(facts.sharingNodes ? [labelled('shared time', timeSharing(facts, result.sharing))] : []),
    ...(result.withoutSharing === undefined
      ? []
      : [labelled('not sharing', withoutSharingText(result.withoutSharing))]),
  ];
}

/** Lines on the limits with a reserve: limit, reserve, what is left free. */
function reserves({ record: { result } }: ReportInput): string[] {
  const all = result.reserves ?? [];
  const shown = all.slice(0, MAX_LIMITS).map(({ constraint, where, unit, limit, reserve, left }) => {
    const difference = unit === 'C' ? 'K' : unit;
    const free = left === null ? 'no plan' : `${plain(inUnit(left, difference))} left free`;
    const at = where === '' ? '' : ` of ${oneLine(where)}`;
    return labelled(
      'reserve',
      `${constraintName(constraint)}${at} ${plain(inUnit(limit, unit))}: ${plain(inUnit(reserve, difference))} asked, ${free}`,
    );
  });
  return [...shown, ...(all.length > shown.length ? [labelled('', `and ${all.length - shown.length} more`)] : [])];
}

/** Line on set-points in steps and what that costs. */
function steps({ record: { result } }: ReportInput): string[] {
  return result.setPointSteps === undefined ? [] : [labelled('steps', stepsCostText(result.setPointSteps))];
}

/** Line on limits on different settings and what they cost. */
function settings({ record: { result } }: ReportInput): string[] {
  return result.distinctSettings === undefined ? [] : [labelled('settings', settingsText(result.distinctSettings))];
}

/** Line on failures that the plan survives and what that costs. */
function survival({ record: { result } }: ReportInput): string[] {
  return result.survival === undefined ? [] : [labelled('survives', survivalText(result.survival))];
}

/** Lines on plans of nearly the same reward. */
function alternatives({ record: { result } }: ReportInput): string[] {
  if (result.alternatives === undefined) return [];
  return alternativeLines(result.alternatives).map((text) => labelled('alternative', text));
}

function limits({ record: { result } }: ReportInput): string[] {
  // What a move would earn comes first, and the red line as a whole speaks for its zones.
  const { main } = groupedBinding(result.binding);
  const worth = main.filter(({ limit }) => limit.marginalValue !== 0);
  const shown = worth.slice(0, MAX_LIMITS).map(({ limit }) => limit);
  const more = result.binding.length - shown.length;
  return [
    ...shown.map((limit) => {
      const price = priceOf(limit);
      const value = price.rewardPerS === null ? 'no price' : `${plain(rewardPerS(price.rewardPerS))} per ${price.per}`;
      const where = limit.where === '' ? '' : ` at ${oneLine(limit.where)}`;
      return labelled(
        'binds',
        `${constraintName(limit.constraint)}${where}: ${value}${isMet(limit) ? '' : ' (of the bound)'}`,
      );
    }),
    ...(more > 0 ? [labelled('', `and ${more} more limits in the report`)] : []),
  ];
}

function tasks(input: ReportInput): string[] {
  if (input.record.evaluation === null) return [];
  const rows = taskRows(input);
  const shown = rows.slice(0, MAX_TASKS);
  const rate = aligned(rows.flatMap((row) => [row.arrivalPerS, row.servedPerS]));
  const reward = aligned(rows.map((row) => row.rewardPerS));
  const line = (cells: readonly string[]): string =>
    `${cells[0]!.padEnd(24)}${cells
      .slice(1)
      .map((cell) => cell.padStart(13))
      .join('')}`;
  return [
    '',
    line(['task type', 'arriving/s', 'completed/s', 'completed %', 'reward/s']),
    ...shown.map((row) =>
      line([
        shorten(row.name, 23),
        rate(row.arrivalPerS)?.digits ?? 'none',
        rate(row.servedPerS)?.digits ?? 'none',
        percent(row.servedShare)?.digits ?? 'no arrivals',
        reward(row.rewardPerS)?.digits ?? 'none',
      ]),
    ),
    ...(rows.length > shown.length ? [`and ${rows.length - shown.length} more`] : []),
    '',
  ];
}
