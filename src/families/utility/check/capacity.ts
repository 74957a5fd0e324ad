import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { HeldBack } from './allowed-cores.js';
import type { Faults } from '../../../check/faults.js';
import { isEvent } from './days.js';
import { type JudgedRun, sameMoment } from './runs.js';

/**
 * Value of `Change.index` if a limit on cores blocks nodes or frees them again. For other changes the field is the
 * index of a run.
 */
const HELD_BACK = -1;

interface Change {
  readonly atS: number;
  readonly nodes: number;
  readonly index: number;
}

/**
 * Checks that no pool or serial machine ever has more busy nodes than it has nodes. A node that becomes free can be
 * used at once.
 *
 * Also checks that each task starts at a mapping event, or when a run ends in the same pool (in `serial`, on the same
 * machine). On a facility the run that ends may be in any pool, because power limits cover all pools.
 */
export function checkCapacity(
  { pools, environment, eventIntervalS, facility }: UtilityInstance,
  runs: readonly JudgedRun[],
  heldBack: readonly (readonly HeldBack[])[],
  faults: Faults,
): void {
  const changes = new Map<string, Change[]>();
  for (const { index, pool, machine, nodes, pieces } of runs) {
    const place = `${pool}/${machine}`;
    const known = changes.get(place) ?? [];
    if (known.length === 0) changes.set(place, known);
    for (const [startS, endS] of pieces) {
      known.push({ atS: startS, nodes, index }, { atS: endS, nodes: -nodes, index });
    }
  }
  for (const [pool, steps] of heldBack.entries()) {
    const list = changes.get(`${pool}/-1`);
    // A pool without runs breaks nothing.
    for (const { fromS, toS, nodes } of list === undefined ? [] : steps) {
      if (nodes > 0) list!.push({ atS: fromS, nodes, index: HELD_BACK }, { atS: toS, nodes: -nodes, index: HELD_BACK });
    }
  }
  const endsAnywhere = facility === undefined ? null : endsOf([...changes.values()].flat());
  for (const [place, list] of changes) {
    const [pool = 0, machine = -1] = place.split('/').map(Number);
    const limit = environment === 'serial' ? 1 : pools[pool]!.nodes;
    const where =
      environment === 'serial' ? `machine ${machine} of pool "${pools[pool]!.name}"` : `pool "${pools[pool]!.name}"`;
    sweep(list, limit, (atS, count, index) => {
      const what = index === HELD_BACK ? 'where fewer are allowed' : `runs[${index}]`;
      const told = `${count} nodes at work or held back, there are ${limit}`;
      faults.add('capacity', () => `${where} at ${atS} s, ${what}: ${told}`);
    });
    const ends = endsAnywhere ?? endsOf(list);
    for (const { atS, nodes, index } of list) {
      if (nodes < 0 || index === HELD_BACK || isEvent(atS, eventIntervalS) || ends.has(atS)) continue;
      faults.add(
        'order',
        () => `${where}, runs[${index}]: starts at ${atS} s, when no mapping event is and nothing ends`,
      );
    }
  }
}

function endsOf(changes: readonly Change[]): ReadonlySet<number> {
  return new Set(changes.filter(({ nodes }) => nodes < 0).map(({ atS }) => atS));
}

function sweep(list: Change[], limit: number, exceeded: (atS: number, count: number, index: number) => void): void {
  list.sort((a, b) => a.atS - b.atS || a.nodes - b.nodes);
  let count = 0;
  for (let k = 0; k < list.length; k++) {
    const { atS, nodes, index } = list[k]!;
    count += nodes;
    if (nodes < 0 || count <= limit) continue;
    // Ends that rounding put behind this start make room for it all the same.
    let ending = 0;
    for (let m = k + 1; m < list.length && sameMoment(list[m]!.atS, atS); m++) {
      if (list[m]!.nodes < 0 && list[m]!.index !== index) ending -= list[m]!.nodes;
    }
    if (count - ending > limit) exceeded(atS, count - ending, index);
  }
}
