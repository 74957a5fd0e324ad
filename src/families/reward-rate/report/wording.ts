import { unitOfDifference } from '../../../../models/facility/limits.js';
import type { StandbyState } from '../../../../models/families/reward-rate/plan.js';
import {
  celsius,
  countOf,
  inUnit,
  oneLine,
  percent,
  plain,
  rewardPerS,
  significant,
  watts,
} from '../../../reports/format.js';
import { marked } from '../../../reports/figures.js';
import { type Content, markup } from '../../../reports/html/markup.js';
import { constraintName, inletShown } from '../../../reports/wording.js';
import type { AllOn } from '../runs/all-on.js';
import type { DrawnRooms, RoomsReserve } from '../runs/drawn-rooms.js';
import type { SetPointSteps, SettingsKept, SharingOfNodes, SurvivalCost } from '../runs/result.js';
import type { Robustness } from '../runs/robustness.js';
import type { Facts } from './facts.js';

/** Returns a sentence on cores or nodes that alternate between task types, which an operator must know. */
export function timeSharing({ sharingNodes, nodes }: Facts, sharing?: SharingOfNodes): string {
  if (sharing !== undefined) return nodeSharingText(sharing);
  return `${sharingNodes ?? 0} of ${nodes} nodes share time: cores take task types in turn or idle in between; powers and rates are averages`;
}
/** Returns a sentence on nodes that alternate between mixes of tasks, which an operator must know. */
export function nodeSharingText({ nodes, periodS, excess }: SharingOfNodes): string {
  const over = excess.map(({ constraint, where, unit, amount }) => {
    const at = where === '' ? '' : ` at ${oneLine(where)}`;
    return `${constraintName(constraint)}${at} by ${plain(inUnit(amount, unitOfDifference(unit)))}`;
  });
  const moments =
    over.length === 0 ? 'they hold at every moment too' : `for moments the plan passes at most ${over.join(', ')}`;
  const change = nodes === 1 ? '1 node changes' : `${nodes} nodes change`;
  return `${change} as a whole from one mix of tasks to the next, so that limits hold on average over ${periodS / 60} min; ${moments}`;
}

/** Text for each standby state of a node. */
export const STANDBY_WORDS: Readonly<Record<StandbyState, string>> = { sleep: 'asleep', off: 'switched off' };

export function allOnText({ bound }: AllOn): Content {
  if (bound === null) return 'with all nodes on there is no plan';
  return markup`with all nodes on no plan earns more than ${marked('standby.allOn.bound', bound, 'reward/s')}`;
}

interface Cost {
  readonly lost: number;
  readonly lostShare: number | null;
  readonly without: { readonly objective: number; readonly bound: number | null };
}

/** Returns text, without a full stop, on how much reward a requirement costs, and what the run without it earns. */
function costText({ lost, lostShare, without: { objective, bound } }: Cost, without: string): string {
  const share = lostShare === null ? '' : ` (${plain(percent(lostShare))})`;
  const cost = lost === 0 ? 'no reward' : `${plain(rewardPerS(lost))}${share}`;
  const proven = bound === null ? '' : `, bound ${plain(inUnit(bound, 'reward/s', { beside: objective }))}`;
  return `${cost}: ${without} the run earns ${plain(rewardPerS(objective))}${proven}`;
}

/** Returns text on how much reward the set-point steps cost, without a full stop; undefined if there are no steps. */
export function stepsText(steps: SetPointSteps | undefined): string | undefined {
  if (steps === undefined) return undefined;
  const { cracs, withoutStep } = steps;
  const sizes = [...new Set(cracs.map(({ stepK }) => `${stepK} K`))].join(', ');
  const at = Object.entries(withoutStep.setPointsC).map(([crac, setC]) => `${oneLine(crac)} ${plain(celsius(setC))}`);
  return `of ${sizes}, counted from 0 °C, cost ${costText({ ...steps, without: withoutStep }, 'with any set-point')}, at ${at.join(', ')}`;
}

/**
 * Returns text, without a full stop, on the number of different node settings, and how much reward its limits cost.
 * Undefined if there are none.
 */
export function settingsText(kept: SettingsKept | undefined): string | undefined {
  if (kept === undefined) return undefined;
  const { limits, used, withoutLimit } = kept;
  const limit = [
    ...(limits.room === undefined ? [] : [`${limits.room} in the room`]),
    ...(limits.row === undefined ? [] : [`${limits.row} in each row`]),
    ...(limits.rack === undefined ? [] : [`${limits.rack} in each rack`]),
  ];
  const allowed = limit.length === 0 ? '' : ` (at most ${limit.join(' and ')})`;
  const row = used.row === undefined ? '' : `${used.row} in a row and `;
  const cost = costText({ ...kept, without: withoutLimit }, 'without them');
  return `${countOf(used.room, 'different setting')} in the room, ${row}${used.rack} in a rack at most${allowed}; the limits cost ${cost}, with ${countOf(withoutLimit.used.room, 'setting')}`;
}

/**
 * Returns text, without a full stop, on the reward lost because plans must survive failures. Undefined if no failure
 * must be survived.
 */
export function survivalText(survival: SurvivalCost | undefined): string | undefined {
  if (survival === undefined) return undefined;
  const { survive, withoutFailures } = survival;
  return `${survive}, which costs ${costText({ ...survival, without: withoutFailures }, 'without it')}`;
}

/** Returns text, without a full stop, on a plan in rooms with other uncertain data; undefined if none were drawn. */
export function drawnRoomsText(drawn: DrawnRooms | undefined): string | undefined {
  if (drawn === undefined) return undefined;
  const { rooms, within, rewardPerS: reward } = drawn;
  return (
    `${rooms} drawn from the ${drawn.stated ? 'stated' : 'default'} ranges: all limits hold in ${plain(percent(within.probability))} ` +
    `(${percent(within.low)?.digits ?? ''} to ${plain(percent(within.high))}); at worst ${worstText(drawn)}; ` +
    `${plain(rewardPerS(reward.mean))} on average, 5 % below ${plain(rewardPerS(reward.p5))}`
  );
}

/**
 * Returns text, without a full stop, on the reserve with which a plan meets all limits in the required fraction of
 * random rooms. Undefined if no such reserve was searched.
 */
export function roomsReserveText(found: RoomsReserve | undefined): string | undefined {
  if (found === undefined) return undefined;
  const { share, reserve, reason, tried } = found;
  const wanted = plain(percent(share));
  if (reserve === null || tried === null)
    return `no reserve was found for ${wanted} of the rooms: ${reason ?? 'unknown'}`;
  const { powerW, inletK, coolingShare } = reserve;
  const options = [
    ...(powerW === undefined ? [] : [`--reserve-power ${powerW}`]),
    ...(inletK === undefined ? [] : [`--reserve-inlet ${inletK}`]),
    ...(coolingShare === undefined ? [] : [`--reserve-cooling ${coolingShare}`]),
  ].join(' ');
  const { rooms, within, rewardPerS: reward } = tried;
  return (
    `for ${wanted} of the rooms ${options}: a plan with it earns ${plain(rewardPerS(reward))} and keeps all limits in ${plain(percent(within.probability))} ` +
    `(${percent(within.low)?.digits ?? ''} to ${plain(percent(within.high))}) of ${rooms} other rooms`
  );
}

/** Returns text that compares the hottest inlet and the largest power over all random rooms with their limits. */
export function worstText({ worstOverRedLineK, worstOverCapW }: DrawnRooms): string {
  const side = (over: number, limit: string): string => `${over > 0 ? 'over' : 'below'} the ${limit}`;
  return (
    `${plain(inUnit(Math.abs(worstOverRedLineK), 'K'))} ${side(worstOverRedLineK, 'red line')}, ` +
    `${plain(watts(Math.abs(worstOverCapW)))} ${side(worstOverCapW, 'power cap')}`
  );
}

/** Returns text on the limits violated in some random rooms, each with the number of these rooms. */
export function brokenText({ broken }: DrawnRooms): string {
  return Object.entries(broken)
    .map(([constraint, rooms]) => `${constraintName(constraint)} ${rooms}`)
    .join(', ');
}

/**
 * Returns text, without a full stop, that says that the figures of a robust plan are for the worst case. It also gives
 * the figures for the nominal instance. Undefined if the plan is not robust.
 */
export function robustnessText(robust: Robustness | undefined): string | undefined {
  if (robust === undefined) return undefined;
  const { asStated } = robust;
  const stated =
    asStated === null
      ? ''
      : `; as stated ${plain(rewardPerS(asStated.rewardPerS))}, ${plain(watts(asStated.totalPowerW))}, hottest inlet ${plain(inletShown(asStated.hottestInletC))}`;
  return `reward, power and temperatures are those of the worst room of the uncertainty set${stated}`;
}

/** Returns table rows with the ranges of the random factors of random rooms. */
export function rangeRows({ ranges, stated }: DrawnRooms): [string, string][] {
  const { inletRise, influence, nodePower, taskTime } = ranges;
  const between = ({ least, most }: { readonly least: number; readonly most: number }): string =>
    `${significant(least)} to ${significant(most)} times what the instance states${stated ? '' : ' (default)'}`;
  return [
    ...(inletRise === null
      ? []
      : [['Rise of an inlet per watt of a zone', `${between(inletRise)}${budgetText(inletRise)}`]]),
    ...(influence === null ? [] : [['Weight of the influence matrix', between(influence)]]),
    ['Powers of a node type', between(nodePower)],
    ['Times of a task type on a node type', between(taskTime)],
  ] as [string, string][];
}

function budgetText({ deviating, supplyShare = 0 }: NonNullable<DrawnRooms['ranges']['inletRise']>): string {
  const budget = deviating === undefined ? '' : `; deviations of a row add up to ${significant(deviating)} at most`;
  return supplyShare === 0 ? budget : `${budget}; shares of supplied air within ${plain(percent(supplyShare))}`;
}
