import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { CoreShare } from '../../../../models/facility/core-share.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addIfAbove } from '../../../check/findings.js';

/**
 * Checks the limits "distinctSettings" on the number of different node settings in each rack, in each row of racks and
 * in the room. Two nodes of one type have the same setting if their cores run the same work, in any order. A node that
 * alternates between several mixes of tasks has one setting for each. Idle nodes and nodes on standby do not count.
 */
export function checkDistinctSettings(
  { limits }: RewardRateInstance,
  { zones }: InfluenceMatrix,
  plan: RewardRatePlan,
  violations: Violation[],
): void {
  const { rack: mostInRack, row: mostInRow, room: mostInRoom, rows = [] } = limits.distinctSettings ?? {};
  if (mostInRack === undefined && mostInRow === undefined && mostInRoom === undefined) return;
  const placeOf = new Map(zones.map(({ name, rack, nodeType }) => [name, { rack, nodeType }]));
  const inRoom = new Set<string>();
  const inRack = new Map<string, Set<string>>();
  for (const { zone, nodes, cores, shares } of plan.assignments) {
    const place = placeOf.get(zone);
    if (place === undefined || !(nodes > 0)) continue;
    const works = shares === undefined ? [cores] : shares.map((share) => share.cores);
    const own = inRack.get(place.rack) ?? new Set<string>();
    inRack.set(place.rack, own);
    for (const work of works) {
      const running = workOf(work);
      if (running === '') continue;
      const setting = JSON.stringify([place.nodeType, running]);
      own.add(setting);
      inRoom.add(setting);
    }
  }
  const add = (where: string, value: number, limit: number | undefined): void => {
    if (limit === undefined) return;
    addIfAbove(violations, 'distinctSettings', { where, unit: 'settings', value, limit, tolerance: 0 });
  };
  for (const [rack, settings] of inRack) add(rack, settings.size, mostInRack);
  for (const { name, racks } of rows) {
    const inRow = new Set(racks.flatMap((rack) => [...(inRack.get(rack) ?? [])]));
    add(`row ${name}`, inRow.size, mostInRow);
  }
  add('', inRoom.size, mostInRoom);
}

/** Returns a text that is equal for nodes whose cores run the same work, in any order; '' if they run nothing. */
function workOf(cores: readonly CoreShare[]): string {
  const busy = cores.flatMap(({ count, slices }) => {
    const run = slices.filter(({ fraction }) => fraction > 0).map((slice) => JSON.stringify(sliceOf(slice)));
    return run.length === 0 || !(count > 0 && count <= MAX_CORES)
      ? []
      : new Array<string>(count).fill(run.sort().join());
  });
  return busy.sort().join(';');
}

/** Maximum number of cores of a node whose work is examined here; another check reports more as a fault. */
const MAX_CORES = 10_000;

function sliceOf({ taskType, pState, fraction }: CoreShare['slices'][number]): readonly unknown[] {
  return [taskType, pState, fraction];
}
