import { J_PER_MJ } from '../../../../models/units.js';
import { gapPercent, oneLine, percent, plain, significant } from '../../../reports/format.js';
import { TERMINATIONS, violationText } from '../../../reports/wording.js';
import type { JobsRunRecord, JobsRunResult } from '../runs/result.js';

/** Width of the column of labels, characters. Ours: one more than the longest, `needs at least`. */
const LABEL_WIDTH = 15;
/** Greatest number of violations shown; the rest is counted. Ours. */
const MAX_VIOLATIONS = 5;
/** Significant digits of values and energies. Ours: bound and objective are told apart at a gap of 1e-6. */
const DIGITS = 7;

/** Report of a month in some fifteen lines for a terminal. Ends with a newline. */
export function jobsSummaryText({ result, schedule }: Pick<JobsRunRecord, 'result' | 'schedule'>): string {
  const unrated = schedule === null ? 'no schedule' : 'NOT FEASIBLE (checked)';
  const checked = result.feasible ? 'feasible (checked)' : unrated;
  const shown = result.violations.slice(0, MAX_VIOLATIONS);
  const more = result.violations.length - shown.length;
  const lines = [
    `${oneLine(result.instance)}: ${checked}, ${TERMINATIONS[result.termination]}`,
    ...shown.map((violation) => labelled('violated', oneLine(violationText(violation)))),
    ...(more > 0 ? [labelled('', `and ${more} more`)] : []),
    labelled('method', `${methodText(result)}, seed ${result.seed}`),
    ...valueLines(result),
    labelled('bound', result.bound === null ? 'this run proves none' : significant(result.bound, DIGITS)),
    labelled('gap', plain(gapPercent(result.gap), oneLine(result.gapReason ?? ''))),
    ...(result.bound === null ? [] : [labelled('bound covers', oneLine(result.boundScope))]),
    ...roomLines(result),
    ...frontierLines(result),
    ...jobsLines(result),
    ...(result.fronts === 0
      ? []
      : [labelled('profiles', `${result.exactFronts} of ${result.fronts} fronts proven exact`)]),
    ...Object.entries(result.files).map(([name, file]) => labelled(name, oneLine(file))),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function methodText({ method, policy: { adaptation, valueAt, cores, prices } }: JobsRunResult): string {
  const bids = prices === null ? `, value at ${valueAt}, cores ${cores}` : '';
  const energy = prices === null || prices.perJ === 0 ? '' : `, ${significant(prices.perJ * J_PER_MJ, 4)} value/MJ`;
  const moves = adaptation === null ? '' : `, moves ${adaptation.times} every ${adaptation.intervalS} s`;
  return `${oneLine(method)}${bids}${energy}${moves}`;
}

function valueLines({ objective, startingValue, energyJ, valuePerMJ }: JobsRunResult): string[] {
  if (objective === null) return [labelled('value', 'none was rated')];
  const share = startingValue > 0 ? `${((100 * objective) / startingValue).toFixed(2)} % of ` : 'of ';
  return [
    labelled('value', `${significant(objective, DIGITS)}, ${share}${significant(startingValue, DIGITS)} at arrival`),
    ...(energyJ === null ? [] : [labelled('energy', `${megajoules(energyJ)} MJ`)]),
    ...(valuePerMJ === null ? [] : [labelled('value/energy', `${significant(valuePerMJ, DIGITS)} value/MJ`)]),
  ];
}

function roomLines({ room }: JobsRunResult): string[] {
  if (room === null) return [];
  const { totalJ, idleJ, coolingJ, valuePerMJ, hottest, redLineC } = room;
  const perMJ = valuePerMJ === null ? '' : `; ${significant(valuePerMJ, DIGITS)} value/MJ`;
  const share = (joules: number): string => `${((100 * joules) / totalJ).toFixed(1)} %`;
  return [
    labelled(
      'room',
      `${megajoules(totalJ)} MJ at the meter (idle nodes ${share(idleJ)}, CRACs ${share(coolingJ)})${perMJ}`,
    ),
    labelled(
      'hottest',
      `${hottest.inletC.toFixed(2)} C at ${oneLine(hottest.zone)} from ${significant(hottest.atS, 6)} s, red line ${redLineC} C`,
    ),
  ];
}

function frontierLines({ valueBoundAtEnergy, energyBoundForValueJ }: JobsRunResult): string[] {
  return [
    ...(valueBoundAtEnergy === null
      ? []
      : [labelled('earns at most', `${significant(valueBoundAtEnergy, DIGITS)} with this energy, any schedule`)]),
    ...(energyBoundForValueJ === null
      ? []
      : [labelled('needs at least', `${megajoules(energyBoundForValueJ)} MJ for this value, any schedule`)]),
  ];
}

function jobsLines({ jobs, outcomes, rejectedShare, moves }: JobsRunResult): string[] {
  if (outcomes === null) return [labelled('jobs', String(jobs))];
  const { inTime, late, worthless, dropped } = outcomes;
  const rejected = `rejected ${plain(percent(rejectedShare))}`;
  return [
    labelled(
      'jobs',
      `${jobs}: ${inTime} in time, ${late} late, ${worthless} worthless, ${dropped} dropped; ${rejected}`,
    ),
    ...(moves === null || moves === 0 ? [] : [labelled('moves', String(moves))]),
  ];
}

function megajoules(joules: number): string {
  return significant(joules / J_PER_MJ, DIGITS);
}

function labelled(label: string, text: string): string {
  return `${oneLine(label).padEnd(LABEL_WIDTH)}  ${text}`;
}
