import { unitOfDifference } from '../../../../models/facility/limits.js';
import type { WordsOf } from '../../options.js';
import type { CHECK_OPTIONS } from '../options.js';
import type { Asked, CommandAnswer } from '../../commands.js';
import type { Refused } from '../../../instances/fault.js';
import { stateCount } from '../../../../models/families/templates/states.js';
import { CheckerLimitError } from '../../../check/limit-error.js';
import { countOf, oneLine } from '../../../reports/format.js';
import { brokenCountsText, brokenLimitLines } from '../report/database.js';
import { constraintName, violationLines, violationText } from '../../../reports/wording.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';
import { checkDatabase, statesToCheck } from '../runs/check.js';
import type { GapFigures, TemplatesCheckFindings, TemplatesCheckRecord } from '../runs/check-result.js';
import { openDatabaseRoom } from '../runs/database-room.js';

type CheckWords = WordsOf<typeof CHECK_OPTIONS>;

/**
 * Runs `plenum templates check`, which checks a database with independent code. The result is infeasible if a template
 * is wrong.
 */
export async function runCheck({ files, words, nowS }: Asked): Promise<CommandAnswer | Refused> {
  const options = words as unknown as CheckWords;
  const { sample = null, seed } = options;
  const file = files[0]!;
  const timeS: Record<string, number> = {};
  const clock = phases(nowS, timeS);
  // Whatever can be read is judged, and by the checker alone.
  const opened = await openDatabaseRoom(file, options.instance, 'readable');
  if (!opened.ok) return opened;
  const { database, matrices } = opened;
  clock('open');
  const states = statesToCheck(database, sample, seed);
  let findings: TemplatesCheckFindings;
  try {
    findings = checkDatabase(database, matrices, states);
  } catch (error) {
    if (!(error instanceof CheckerLimitError)) throw error;
    const [value = '', ...remedy] = error.message.split('\n');
    const allowed = 'a room whose temperatures can be computed';
    return { ok: false, faults: [{ file, path: '', value, allowed, remedy: remedy.join(' ') }] };
  }
  clock('check');
  const { instance, facts } = database;
  const count = stateCount(instance.grid);
  const record: TemplatesCheckRecord = {
    instance: instance.name,
    family: 'templates',
    database: file,
    sha256: facts.instanceSha256,
    rounding: facts.rounding,
    states: count,
    sample: states.length < count ? { size: states.length, seed } : null,
    ...findings,
    matrixProvenance: facts.airflow.summary,
    timeS: withTotal(timeS),
  };
  const { holds, roomFaults, faults, timeS: times, family, instance: name, ...details } = record;
  return {
    ok: true,
    ended: holds ? 'done' : 'notFeasible',
    text: lines(record).join('\n'),
    record: {
      instance: name,
      family,
      violations: [...roomFaults, ...faults],
      timeS: times,
      // Neither: nothing is wrong with it, and yet its cores are not to be run.
      ...(holds && record.statedLimits.length > 0 ? {} : { feasible: holds }),
      ...(record.sample === null ? {} : { seed: record.sample.seed }),
      details: { ...details, roomFaults: roomFaults.length },
    },
  };
}

function lines(record: TemplatesCheckRecord): string[] {
  const { checked, states, sample, holds, broken, roomFaults, faultKinds, faults } = record;
  const what =
    sample === null
      ? `all ${countOf(states, 'template')} of ${oneLine(record.instance)}`
      : `${checked} of ${countOf(states, 'template')} of ${oneLine(record.instance)}, drawn by seed ${sample.seed}`;
  const { statedLimits } = record;
  const verdict = holds
    ? statedLimits.length === 0
      ? 'Nothing is broken'
      : 'Nothing is broken but what rounding up breaks, as stated'
    : roomFaults.length > 0
      ? 'BROKEN: the room or the tables'
      : `BROKEN: ${broken} of ${countOf(checked, 'template')}`;
  return [
    `${verdict}: ${oneLine(record.database)}, ${what}.`,
    ...violationLines(roomFaults),
    ...faultKinds.map(
      ({ constraint, unit, templates, worst }) =>
        `  ${constraintName(constraint)}: ${countOf(templates, 'template')}, worst by ${digits(worst.amount)} ${unitOfDifference(unit)} in state ${worst.state}`,
    ),
    ...faults.map(({ state, ...fault }) => `  state ${state}: ${oneLine(violationText(fault))}`),
    ...(statedLimits.length === 0
      ? []
      : [`NOT FOR USE: cores rounded up (--rounding ceiling) break ${brokenCountsText(statedLimits)}.`]),
    ...(checked === 0 ? [] : figures(record)),
    `Checked in ${record.timeS['total']!.toFixed(1)} s.`,
  ];
}

function figures(record: TemplatesCheckRecord): string[] {
  const { optimal, infeasible, provenGap, ceilingGap, boundAboveCeiling, coresShort, nearestToFeasible, roundingLoss } =
    record;
  const { pricesGap, boundBelowPrices } = record;
  const gap = (name: string, found: GapFigures | null): string[] =>
    found === null
      ? []
      : [
          `${name}: median ${percent(found.median)}, p95 ${percent(found.p95)}, largest ${percent(found.largest)} (state ${found.largestState})`,
        ];
  return [
    `Optimal ${optimal}, infeasible ${infeasible}${infeasible === 0 ? '' : ', by the least power of running cores over all vents and set-points'}.`,
    ...brokenLimitLines(record).map((text) => `${text}.`),
    ...(nearestToFeasible === null
      ? []
      : [`Nearest to feasible: state ${nearestToFeasible.state} lacks ${digits(nearestToFeasible.lacksW)} W.`]),
    ...gap('Stated bound over value', provenGap),
    ...gap("Checker's own ceiling over value", ceilingGap),
    ...gap('Bound proven from stored prices over value', pricesGap),
    ...(boundBelowPrices === 0
      ? []
      : [`Stated bounds below that, not proven here: ${boundBelowPrices} by more than 1e-5 %.`]),
    ...(boundAboveCeiling === 0 ? [] : [`Stated bounds above that ceiling: ${boundAboveCeiling}.`]),
    ...(roundingLoss === null
      ? []
      : [
          `Whole cores (${record.rounding}) do ${percent(Math.abs(roundingLoss))} ${roundingLoss < 0 ? 'more' : 'less'} work on average.`,
        ]),
    ...(coresShort.templates === 0
      ? []
      : [
          `${countOf(coresShort.templates, 'template')}, infeasible ones included, ${coresShort.templates === 1 ? 'allows' : 'allow'} a quadrant fewer cores than run there, ${coresShort.most} at most.`,
        ]),
  ];
}

/** Returns a fraction as per cent; a value as small as rounding error is shown as 0. */
function percent(share: number): string {
  return Math.abs(share) < 1e-12 ? '0 %' : `${(100 * share).toPrecision(3)} %`;
}

function digits(value: number): string {
  return String(Number(value.toPrecision(6)));
}
