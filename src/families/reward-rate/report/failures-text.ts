import { S_PER_MIN } from '../../../../models/units.js';
import type { CoreShare } from '../../../../models/facility/core-share.js';
import { celsius, inUnit, oneLine, percent, plain, rewardPerS, stated, watts } from '../../../reports/format.js';
import { BEYOND_MODEL, shownViolations } from '../../../reports/wording.js';
import type {
  Fallback,
  FallbackAction,
  FailureCase,
  FailuresRecord,
  NodeWork,
  SteadyState,
  TimesToRedLine,
} from '../runs/failures.js';
import { STANDBY_WORDS } from './wording.js';

/** Maximum number of actions in the text for each failure. The record contains all. */
const MAX_ACTIONS = 5;

/**
 * Returns the analysis of CRAC failures as lines of text. For each failure they say which limits the plan violates and
 * what to do.
 */
export function failuresText({ assumptions, cases }: FailuresRecord): string[] {
  const { nodeThermalMassJPerK, plenumTimeConstantS } = assumptions;
  return [
    `When things fail (${nodeThermalMassJPerK} J/K per node, floor ${plenumTimeConstantS} s):`,
    ...cases.flatMap((one) => {
      const { texts, more } = shownViolations(violationsOf(one));
      const head = `  ${goneText(one)} gone, ${FAN_WORDS[one.onFailure]}: ${verdictText(one)}${lostText(one)} ${courseText(one, assumptions.horizonS)}`;
      return [
        head,
        ...texts.map((text) => `    ${oneLine(text)}`),
        ...(more > 0 ? [`    and ${more} more`] : []),
        ...remedyTexts(one).map((text) => `    ${text}`),
        ...actionTexts(one.fallback),
        ...otherModeTexts(one, assumptions.horizonS).map((text) => `    ${text}`),
      ];
    }),
  ];
}

/** Returns the failed CRACs and racks of a case as text. If they are a failure group, its name comes first. */
export function goneText({ gone, group, racks = [] }: FailureCase): string {
  const cracs = gone.map(oneLine).join(' and ');
  const parts = racks.length === 0 ? cracs : `${cracs}, nodes of ${racks.map(oneLine).join(', ')}`;
  return group === undefined ? parts : `${oneLine(group)} (${parts})`;
}

/** Words for what the fans of failed CRACs do. */
const FAN_WORDS: Readonly<Record<FailureCase['onFailure'], string>> = {
  fanStops: 'fan stopped',
  fanRuns: 'fan running',
  mixed: 'some fans running',
};

/**
 * Returns the limits that are violated after the failure at the best set-points found. If no set-points were searched,
 * returns the limits that are violated at the plan's set-points.
 */
export function violationsOf({ reset, atPlan }: FailureCase): SteadyState['violations'] {
  return (reset ?? atPlan)?.violations ?? [];
}

/** Returns sentences on the plan if the fans of the failed CRACs do otherwise than planned for; [] if that is unknown. */
export function otherModeTexts({ otherMode, onFailure }: FailureCase, horizonS: number): string[] {
  if (otherMode === undefined)
    return onFailure === 'fanRuns'
      ? ['With its fan stopped: unknown, an imported matrix says nothing of other air.']
      : [];
  const { verdict, atPlan } = otherMode;
  const state =
    atPlan?.beyondModel === true
      ? `${BEYOND_MODEL}.`
      : verdict === 'noSteadyState'
        ? 'no steady state.'
        : `${verdict === 'holds' ? 'all limits hold' : 'limits are broken'} at the set-points of the plan, hottest inlet ${plain(celsius(atPlan?.hottestInletC))}.`;
  return [`With its ${FAN_WORDS[otherMode.onFailure]}: ${state} ${courseText(otherMode, horizonS)}`];
}

/** Returns a sentence that says whether the plan meets all limits after the failure. */
export function verdictText({ verdict, atPlan, reset, gone }: FailureCase): string {
  if (verdict === 'holds') return `all limits hold at the set-points of the plan${reserveText(atPlan)}.`;
  if (verdict === 'noSteadyState') return 'no steady state: some air meets no CRAC at work.';
  if (atPlan?.beyondModel === true) return `${BEYOND_MODEL}.`;
  if (verdict === 'broken') return 'no set-points were found that keep all limits.';
  const { texts, more } = shownViolations(atPlan?.violations ?? []);
  const others = texts.length + more - 1;
  const until = texts[0] === undefined ? '' : ` Until then ${texts[0]}${others > 0 ? `, and ${others} more` : ''}.`;
  return `all limits hold once set to ${setPointsText(reset?.setPointsC ?? {}, gone)}${reserveText(reset)}.${oneLine(until)}`;
}

/**
 * Returns a space and a sentence on the reward lost because nodes fail together with the CRACs. Returns '' if no nodes
 * fail.
 */
export function lostText({ lostWithRacksPerS }: FailureCase): string {
  return lostWithRacksPerS === undefined ? '' : ` Its nodes take ${plain(rewardPerS(lostWithRacksPerS))} with them.`;
}

/**
 * Number of significant digits of set-points. Users apply these set-points, and with fewer digits they might violate a
 * limit.
 */
const SET_POINT_DIGITS = 7;

/**
 * Returns the set-points of the working CRACs as text.
 *
 * @param gone names of the failed CRACs
 */
function setPointsText(setPointsC: Readonly<Record<string, number>>, gone: readonly string[]): string {
  const left = Object.entries(setPointsC).filter(([name]) => !gone.includes(name));
  return left
    .map(([name, setC]) => `${oneLine(name)} ${plain(stated(inUnit(setC, 'C', { digits: SET_POINT_DIGITS })))}`)
    .join(', ');
}

function reserveText(state: SteadyState | null): string {
  return (state?.reservesUsed.length ?? 0) > 0 ? '; it uses the reserve' : '';
}

/**
 * Returns a sentence on when inlets exceed the red line (maximum inlet temperature) if nobody acts after the failure.
 *
 * @param horizonS time covered by the simulation, s
 */
export function courseText(
  { redLine, timeToRedLineS, timesToRedLineS }: Pick<FailureCase, 'redLine' | 'timeToRedLineS' | 'timesToRedLineS'>,
  horizonS: number,
): string {
  if (redLine === 'kept') return 'At the set-points of the plan no inlet passes the red line on the way.';
  if (redLine === 'unknown') return 'The time to the red line is unknown: the matrix has no paths of air.';
  if (timesToRedLineS !== undefined && (timesToRedLineS.leastS ?? null) !== null)
    return `At the set-points of the plan the red line is passed ${spanText(timesToRedLineS)}, depending on how air mixes (0 to 0.3).`;
  if (timeToRedLineS === null)
    return `At the set-points of the plan the red line is not passed within ${horizonS / 60} minutes.`;
  return `At the set-points of the plan the red line is passed ${afterText(timeToRedLineS)}.`;
}

/**
 * Returns a span of times after the failure as text. Under a minute is said so; else the least time is rounded down to
 * whole minutes, and the greatest up.
 */
export function spanText(times: TimesToRedLine): string {
  return `after ${spanWords(times)}`;
}

/** Returns the words of spanText without "after". */
export function spanWords({ leastS, mostS }: TimesToRedLine): string {
  const least = leastS === null || leastS < S_PER_MIN ? 'under a minute' : minutesText(Math.floor(leastS / S_PER_MIN));
  if (mostS === null) return `${least} or never`;
  const most = mostS < S_PER_MIN ? 'under a minute' : minutesText(Math.ceil(mostS / S_PER_MIN));
  return least === most ? least : `${least} to ${most}`;
}

function minutesText(minutes: number): string {
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/**
 * Returns a time after the failure as text: "at once" below one second, in seconds below two minutes, otherwise in
 * minutes. In the first two minutes the simulation steps are at most one second long.
 */
function afterText(timeS: number): string {
  return timeS < 1 ? 'at once' : `after ${durationText(timeS)}`;
}

function durationText(timeS: number): string {
  return timeS < 120 ? `${timeS.toFixed(0)} s` : `${(timeS / 60).toFixed(1)} minutes`;
}

/**
 * Returns sentences on the fallback plan and how soon it must be applied, or on the idle facility if there is none. The
 * list is empty if nothing needs to be done.
 */
export function remedyTexts(one: FailureCase): string[] {
  const { fallback, atRest, verdict } = one;
  if (fallback !== null) {
    const head =
      verdict === 'broken'
        ? [
            `Fallback: ${setPointsText(fallback.setPointsC, one.gone)}. ${rewardText(fallback)}${reserveText(fallback)}.`,
          ]
        : [];
    return [...head, hurryText(one, fallback)];
  }
  if (atRest !== null) {
    const [broken] = shownViolations(atRest.violations).texts;
    const why =
      broken === undefined ? 'With all nodes at rest' : `Even with all nodes at rest: ${oneLine(broken)}. Then`;
    return [`${why}${restText(atRest.atOnce)}`];
  }
  return verdict === 'broken' ? ['No fallback plan: the room does not admit all work of the plan.'] : [];
}

function restText(atOnce: NonNullable<FailureCase['atRest']>['atOnce']): string {
  if (atOnce === null) return ' the time to the red line is unknown.';
  return atOnce.timeToRedLineS === null
    ? ' no inlet passes the red line within the time simulated.'
    : ` the red line is passed ${afterText(atOnce.timeToRedLineS)}.`;
}

function rewardText({ rewardPerS: reward, lostRewardPerS, boundRewardPerS, gap }: Fallback): string {
  const proven =
    boundRewardPerS === null
      ? 'nothing is proven of it'
      : `no such plan earns more than ${plain(rewardPerS(boundRewardPerS))}, gap ${plain(percent(gap))}`;
  return `It earns ${plain(rewardPerS(reward))}, ${plain(rewardPerS(lostRewardPerS))} less than the plan; ${proven}`;
}

function hurryText({ redLine }: FailureCase, { atOnce, latestS }: Fallback): string {
  if (atOnce === null) return 'By when it must be applied is unknown: the matrix has no paths of air.';
  if (!atOnce.keepsRedLine) {
    const when = afterText(atOnce.timeToRedLineS ?? 0);
    return `Applied in the moment of the failure it comes too late: the red line is passed ${when} on the way, where inlets reach ${atOnce.hottestInletC === null ? 'temperatures beyond what this air model can tell' : plain(celsius(atOnce.hottestInletC))}.`;
  }
  if (redLine !== 'passed') return 'No inlet passes the red line meanwhile.';
  return `Applied within ${durationText(latestS ?? 0)} it keeps every inlet below the red line.`;
}

function actionTexts(fallback: Fallback | null): string[] {
  const actions = fallback?.actions ?? [];
  const shown = actions.slice(0, MAX_ACTIONS).map((action, n) => `    ${n + 1}. ${actionText(action)}`);
  return actions.length > shown.length ? [...shown, `    and ${actions.length - shown.length} more`] : shown;
}

function actionText(action: FallbackAction): string {
  const { zone, nodes, savedW, savedInletK } = action;
  const inlet = savedInletK === null ? '' : `, ${plain(inUnit(savedInletK, 'K'))} off the critical inlet`;
  const of = `${nodes} ${nodes === 1 ? 'node' : 'nodes'} of ${oneLine(zone)}`;
  return `${of}: ${actionWords(action)}; ${plain(watts(savedW))}${inlet}`;
}

/** Returns text that says what the nodes of an action are to do. */
export function actionWords({ kind, from, to }: FallbackAction): string {
  const [before, after] = [workText(from), workText(to)];
  if (kind === 'slow') return `slow down, from ${before} to ${after}`;
  if (kind === 'drop') return `take tasks off cores, from ${before} to ${after}`;
  if (kind === 'idle') return `stop all tasks (${before}) and idle`;
  return from === null ? `${after} instead of idling` : `stop all tasks (${before}), then ${after}`;
}

/** Returns the work of a node as text, such as "8 x lu P0, 4 x ft P1": cores, task type and P-state. */
function workText(work: NodeWork): string {
  if (work === null) return 'idling';
  if (typeof work === 'string') return STANDBY_WORDS[work];
  const { cores = [], shares } = work;
  if (shares === undefined) return coresText(cores);
  return shares.map(({ share, cores: own }) => `${percent(share)?.digits ?? '0'} % ${coresText(own)}`).join(' / ');
}

function coresText(cores: readonly CoreShare[]): string {
  const parts = cores.flatMap(({ count, slices }) => {
    const own = slices.filter(({ fraction }) => fraction > 0);
    if (count === 0 || own.length === 0) return [];
    const does = own.map(
      ({ taskType, pState, fraction }) =>
        `${oneLine(taskType)} P${pState}${fraction < 1 ? ` ${percent(fraction)?.digits ?? '0'} %` : ''}`,
    );
    return [`${count} x ${does.join(' / ')}`];
  });
  return parts.length === 0 ? 'idling' : parts.join(', ');
}
