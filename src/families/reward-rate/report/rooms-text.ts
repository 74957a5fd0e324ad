import { fixed, plain, significant } from '../../../reports/format.js';
import { celsius, kilowatts, percent, rewardPerS } from '../../../reports/format.js';
import { constraintName } from '../../../reports/wording.js';
import type { DrawnRooms, RoomsReserve } from '../runs/drawn-rooms.js';
import type { Robustness } from '../runs/robustness.js';

/** Words for a plan in drawn rooms, without a full stop. */
export function drawnRoomsText(drawn: DrawnRooms): string {
  const { rooms, within, rewardPerS: reward } = drawn;
  return (
    `${fixed(rooms, 0)} drawn from the ${drawn.stated ? 'stated' : 'default'} ranges: all limits hold in ${plain(percent(within.probability))} ` +
    `(${percent(within.low)?.digits ?? ''} to ${plain(percent(within.high))}); at worst ${worstText(drawn)}; ` +
    `${plain(rewardPerS(reward.mean))} on average, 5 % below ${plain(rewardPerS(reward.p5))}`
  );
}

/** Words for the reserve with which plans keep their limits in enough rooms, without a full stop. */
export function roomsReserveText({ share, reserve, reason, tried }: RoomsReserve): string {
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
    `(${percent(within.low)?.digits ?? ''} to ${plain(percent(within.high))}) of ${fixed(rooms, 0)} other rooms`
  );
}

/** Words for the hottest inlet and the greatest power over all rooms, against their limits. */
export function worstText({ worstOverRedLineK, worstOverCapW }: DrawnRooms): string {
  const side = (over: number, limit: string): string => `${over > 0 ? 'over' : 'below'} the ${limit}`;
  return (
    `${significant(Math.abs(worstOverRedLineK), 3)} K ${side(worstOverRedLineK, 'red line')}, ` +
    `${plain(kilowatts(Math.abs(worstOverCapW)))} ${side(worstOverCapW, 'power cap')}`
  );
}

/** Words for the limits that are broken in some rooms, with the number of these rooms. */
export function brokenText({ broken }: DrawnRooms): string {
  return Object.entries(broken)
    .map(([constraint, rooms]) => `${constraintName(constraint)} ${rooms}`)
    .join(', ');
}

/** Words for a robust plan: that figures are of the worst room, and those of the stated one; without a full stop. */
export function robustnessText({ asStated }: Robustness): string {
  const stated =
    asStated === null
      ? ''
      : `; as stated ${plain(rewardPerS(asStated.rewardPerS))}, ${plain(kilowatts(asStated.totalPowerW))}, hottest inlet ${plain(celsius(asStated.hottestInletC))}`;
  return `reward, power and temperatures are those of the worst room of the uncertainty set${stated}`;
}

/** Rows of a table on the ranges that rooms were drawn from. */
export function rangeRows({ ranges, stated }: DrawnRooms): [string, string][] {
  const { inletRise, influence, nodePower, taskTime } = ranges;
  const between = ({ least, most }: { readonly least: number; readonly most: number }): string =>
    `${significant(least, 4)} to ${significant(most, 4)} times what the instance states${stated ? '' : ' (default)'}`;
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
  const budget = deviating === undefined ? '' : `; deviations of a row add up to ${significant(deviating, 4)} at most`;
  return supplyShare === 0 ? budget : `${budget}; shares of supplied air within ${plain(percent(supplyShare))}`;
}
