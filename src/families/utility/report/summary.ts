import { J_PER_MJ, W_PER_KW } from '../../../../models/units.js';
import { gapPercent, oneLine, plain, significant } from '../../../reports/format.js';
import { TERMINATIONS, violationText } from '../../../reports/wording.js';
import type { UtilityRunRecord, UtilityRunResult } from '../runs/result.js';

/** Width of the column of labels, characters. Ours: one more than the longest, `energy before`. */
const LABEL_WIDTH = 14;
/** Greatest number of violations shown; the rest is counted. Ours. */
const MAX_VIOLATIONS = 5;
/** Significant digits of utilities and energies. Ours: bound and objective are told apart at a gap of 1e-6. */
const DIGITS = 7;

/** Report of a utility run in some twenty lines for a terminal. Ends with a newline. */
export function utilitySummaryText({ result, verdict }: UtilityRunRecord): string {
  const checked = result.feasible ? 'feasible (checked)' : verdict === null ? 'no schedule' : 'NOT FEASIBLE (checked)';
  const shown = result.violations.slice(0, MAX_VIOLATIONS);
  const more = result.violations.length - shown.length;
  const lines = [
    `${oneLine(result.instance)}, ${result.environment}: ${checked}, ${TERMINATIONS[result.termination]}`,
    ...shown.map((violation) => labelled('violated', oneLine(violationText(violation)))),
    ...(more > 0 ? [labelled('', `and ${more} more`)] : []),
    labelled('method', methodText(result)),
    ...utilityLines(result),
    labelled('bound', result.bound === null ? 'this run proves none' : significant(result.bound, DIGITS)),
    labelled('gap', plain(gapPercent(result.gap), oneLine(result.gapReason ?? ''))),
    ...(result.bound === null ? [] : [labelled('bound covers', oneLine(result.boundScope))]),
    ...energyLines(result),
    ...costLines(result),
    ...facilityLines(result),
    labelled('tasks', tasksText(result)),
    ...Object.entries(result.files).map(([name, file]) => labelled(name, oneLine(file))),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function methodText({ method, filter, leniency, preemption, seed }: UtilityRunResult): string {
  const filtered = filter === 'none' ? '' : `, filter ${filter} at leniency ${leniency}`;
  const preempting = preemption === 'none' ? '' : `, preemption ${preemption}`;
  return `${oneLine(method)}${filtered}${preempting}, seed ${seed}`;
}

function utilityLines({ objective, immediateUtility, startingUtility }: UtilityRunResult): string[] {
  if (objective === null) return [labelled('utility', 'none was rated')];
  const share = (whole: number): string => {
    const of = `of ${significant(whole, DIGITS)}`;
    return whole > 0 ? `${((100 * objective) / whole).toFixed(2)} % ${of}` : of;
  };
  return [
    labelled('utility', `${significant(objective, DIGITS)} in the measured time`),
    labelled(
      'of immediate',
      `${share(immediateUtility)}: every task at the first mapping event, on the option on which it ends first`,
    ),
    labelled('of starting', `${share(startingUtility)} that arrive in the measured time`),
  ];
}

function energyLines({ energyJ, energyBudgetJ, utilityPerMJ }: UtilityRunResult): string[] {
  if (energyJ === null) return [];
  const days = energyJ.map((joules, d) => {
    const budget = energyBudgetJ[d] ?? null;
    const part = budget === null ? '' : ` of ${megajoules(budget)}`;
    return labelled(d === energyJ.length - 1 ? 'energy' : 'energy before', `${megajoules(joules)}${part} MJ`);
  });
  const worth =
    utilityPerMJ === null
      ? []
      : [labelled('one more MJ', `raises the bound by at most ${significant(utilityPerMJ, 4)}`)];
  return [...days.reverse(), ...worth];
}

function facilityLines({ idleW, companyError }: UtilityRunResult): string[] {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const idle =
    idleW === null
      ? []
      : [labelled('idle room', `${significant(idleW / W_PER_KW, DIGITS)} kW, beside the energies above`)];
  if (companyError === null) return idle;
  const { mean, least5, most95, busyShare } = companyError;
  const range = `${percent(mean)} on average, ${percent(least5)} to ${percent(most95)} for 90 % of the runs`;
  return [...idle, labelled('times were', `off by ${range}; ${percent(busyShare)} of neighbouring cores were busy`)];
}

function costLines({ costUsd, costBudgetUsd, earnedPerUsd, utilityPerUsd }: UtilityRunResult): string[] {
  if (costUsd === null) return [];
  const days = costUsd.map((usd, d) => {
    const budget = costBudgetUsd[d] ?? null;
    const part = budget === null ? '' : ` of ${significant(budget, DIGITS)}`;
    return labelled(d === costUsd.length - 1 ? 'cost' : 'cost before', `${significant(usd, DIGITS)}${part} USD`);
  });
  return [
    ...days.reverse(),
    ...(earnedPerUsd === null ? [] : [labelled('per dollar', `${significant(earnedPerUsd, DIGITS)} utility/USD`)]),
    ...(utilityPerUsd === null
      ? []
      : [labelled('one more USD', `raises the bound by at most ${significant(utilityPerUsd, 4)}`)]),
  ];
}

function tasksText({ tasks, completed, dropped, preemptions, environment }: UtilityRunResult): string {
  if (completed === null) return `${tasks}, in a day of which the simulation did not see the end`;
  const ended = `${tasks}: ${completed} completed, ${dropped ?? 0} dropped`;
  const left = tasks - completed - (dropped ?? 0);
  const times = environment === 'preemptive' ? `; ${preemptions ?? 0} preemptions` : '';
  return `${ended}, ${left} left at the end${times}`;
}

function megajoules(joules: number): string {
  return significant(joules / J_PER_MJ, DIGITS);
}

function labelled(label: string, text: string): string {
  return `${oneLine(label).padEnd(LABEL_WIDTH)}  ${text}`;
}
