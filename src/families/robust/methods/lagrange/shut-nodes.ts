import type { Candidates } from './candidates.js';
import type { Packing } from './packing.js';

/**
 * Fraction of a node's overhead energy that free cores must waste for `shutNodes` to consider the node. Full nodes
 * waste a few per cent.
 */
const MIN_WASTE = 0.1;

/**
 * Empties each node whose free cores waste more overhead energy than it costs to run the node's tasks elsewhere. Each
 * task moves to the node group where it is cheapest, there to the least loaded core of the nodes that are on. Returns
 * true if a node was emptied.
 */
export function shutNodes(packing: Packing, candidates: Candidates): boolean {
  const { model } = packing;
  const isOn = model.nodes.map(({ firstCore, cores }) =>
    packing.tasks.slice(firstCore, firstCore + cores).some((list) => list.length > 0),
  );
  let shut = false;
  for (const [n, { firstCore, cores, overheadW }] of model.nodes.entries()) {
    let sumS = 0;
    let latestS = 0;
    for (let core = firstCore; core < firstCore + cores; core++) {
      sumS += packing.finishS[core]!;
      latestS = Math.max(latestS, packing.finishS[core]!);
    }
    const wasteJ = overheadW * (latestS - sumS / cores);
    if (!(wasteJ > MIN_WASTE * overheadW * latestS)) continue;
    const tasks = packing.tasks.slice(firstCore, firstCore + cores).flat();
    isOn[n] = false;
    const coresOf = packing.coresOf.map((own) => own.filter((core) => isOn[model.nodeOfCore[core]!]));
    const places = betterPlaces(packing, candidates, tasks, wasteJ, coresOf);
    if (places === null) {
      isOn[n] = true;
      continue;
    }
    for (const [k, task] of tasks.entries()) leave(packing, task, places[k]!, coresOf);
    packing.resum();
    shut = true;
  }
  return shut;
}

/**
 * Returns, for each of the tasks, its cheapest option in another node group. Returns null if some task has none, or if
 * these options together cost at least `mostJ` more than the present ones.
 *
 * @param coresOf for each node group, the cores of its nodes that are on
 */
function betterPlaces(
  packing: Packing,
  candidates: Candidates,
  tasks: readonly number[],
  mostJ: number,
  coresOf: readonly Int32Array[],
): readonly number[] | null {
  const { option, width, priceJPerS } = candidates;
  const { options } = packing;
  let moreJ = 0;
  const places: number[] = [];
  for (const task of tasks) {
    const from = packing.option[task]!;
    const home = options.group[from]!;
    const costJ = (o: number): number => {
      const g = options.group[o]!;
      return (options.powerW[o]! + priceJPerS[g]!) * packing.meanS(task, g, o);
    };
    let place = -1;
    let leastJ = Infinity;
    for (let k = task * width; k < (task + 1) * width; k++) {
      const o = option[k]!;
      if (o < 0 || options.group[o] === home || coresOf[options.group[o]!]!.length === 0) continue;
      if (costJ(o) >= leastJ) continue;
      leastJ = costJ(o);
      place = o;
    }
    moreJ += leastJ - costJ(from);
    if (!(moreJ < mostJ)) return null;
    places.push(place);
  }
  return places;
}

function leave(packing: Packing, task: number, option: number, coresOf: readonly Int32Array[]): void {
  const g = packing.options.group[option]!;
  let freest = -1;
  for (const core of coresOf[g]!) {
    if (freest < 0 || packing.finishS[core]! < packing.finishS[freest]!) freest = core;
  }
  packing.move(task, freest, option);
  packing.finishS[freest]! += packing.meanS(task, g, option);
}
