import type { PoolRuns } from '../../../../../models/families/utility/workload.js';
import type { UtilityPool } from '../../../../../models/families/utility/instance.js';
import type { PriorityShare } from '../../../../../models/families/utility/definitions.js';
import type { CoreRow, DowneyGroup, DowneyTaskTypes } from '../../../../../models/families/utility/task-types.js';
import { randomStream } from '../../../../random/stream.js';
import { weighted } from '../../../../random/weighted.js';
import { gammaDraws } from '../draws.js';
import { drawPriority } from '../priorities.js';
import { downeyTime } from './downey.js';
import { downeyTypeName } from './names.js';
import { slowing } from './p-states.js';
import { PLAIN_TYPE, type TaskType } from './task-type.js';

/**
 * Minimum of a drawn single-node time, as a fraction of its mean. Smaller values are drawn again. Our choice: a
 * Gaussian draw may be negative.
 */
const MIN_TIME_SHARE = 0.05;

/**
 * Draws the task types of a parallel instance, each quantity from its own random stream. 1. Starting utility and
 * urgency are drawn from `priorities`. 2. The mean single-node time rises linearly with starting utility. The times on
 * the pools vary about this mean. 3. Downey's model gives the time on n nodes. Its average parallelism is the type's
 * mean number of nodes. 4. P-states have random factors by type and pool. No P-state is faster than the one before it.
 */
export function downeyTypes(
  types: DowneyTaskTypes,
  pools: readonly UtilityPool[],
  seed: number,
  priorities: readonly PriorityShare[],
): TaskType[] {
  const poolIndex = new Map(pools.map(({ name }, p) => [name, p]));
  const draws = new Draws(types, seed, priorities);
  return types.groups.flatMap((group, g) => {
    const own = group.pools.map((name) => poolIndex.get(name)!);
    const ofGroup = draws.ofGroup(group, g);
    return Array.from({ length: group.count }, (_, t) => draws.type(downeyTypeName(g, t), own, pools, ofGroup));
  });
}

interface GroupDraws {
  readonly factor: (mean: number) => number;
  readonly power: (mean: number) => number;
  readonly speed: (mean: number) => number;
}

class Draws {
  readonly #types: DowneyTaskTypes;
  readonly #seed: number;
  readonly #priority: () => { readonly startingUtility: number; readonly urgency: number };
  readonly #normal: () => number;
  readonly #poolTime: (mean: number) => number;
  readonly #typePower: (mean: number) => number;
  readonly #poolPower: (mean: number) => number;
  readonly #sigma: () => number;
  readonly #row: () => CoreRow;

  constructor(types: DowneyTaskTypes, seed: number, priorities: readonly PriorityShare[]) {
    this.#types = types;
    this.#seed = seed;
    this.#priority = drawPriority(priorities, randomStream(seed, 'priority of type'));
    this.#normal = randomStream(seed, 'single-node time').normal;
    this.#poolTime = gammaDraws(seed, 'pool time', types.poolCoV);
    this.#typePower = gammaDraws(seed, 'node power', types.powerCoV);
    this.#poolPower = gammaDraws(seed, 'node power on pool', types.powerPoolCoV);
    const sigma = randomStream(seed, 'sigma');
    this.#sigma = () => sigma.uniform(types.leastSigma, types.mostSigma);
    const rows = randomStream(seed, 'cores of type');
    const row = weighted(types.cores.map(({ share }) => share));
    this.#row = () => types.cores[row(rows.uniform())]!;
  }

  ofGroup({ factorCoV, pStateCoV }: DowneyGroup, g: number): GroupDraws {
    return {
      factor: gammaDraws(this.#seed, `P-state factor of group ${g + 1}`, factorCoV),
      power: gammaDraws(this.#seed, `P-state power of group ${g + 1}`, pStateCoV),
      speed: gammaDraws(this.#seed, `P-state speed of group ${g + 1}`, pStateCoV),
    };
  }

  type(name: string, own: readonly number[], pools: readonly UtilityPool[], group: GroupDraws): TaskType {
    const { nodePowerW } = this.#types;
    const { startingUtility, urgency } = this.#priority();
    const firstS = this.#singleNodeTimeS(startingUtility);
    const firstW = this.#typePower(nodePowerW);
    const sigma = this.#sigma();
    const cores = coreRange(this.#row(), own, pools);
    const meanNodes =
      own.reduce((sum, p) => sum + (cores.least + cores.most) / 2 / (pools[p]!.coresPerNode ?? 1), 0) / own.length;
    const model = { averageParallelism: Math.max(1, meanNodes), sigma };
    const runs: (PoolRuns | null)[] = pools.map(() => null);
    for (const [n, p] of own.entries()) {
      const singleS = n === 0 ? firstS : this.#poolTime(firstS);
      const nodeW = n === 0 ? firstW : this.#poolPower(firstW);
      const { time, power } = this.#factors(group);
      runs[p] = {
        leastNodes: 1,
        mostNodes: pools[p]!.nodes,
        pStates: time.length,
        timeS: (nodes, k) => singleS * downeyTime(model, nodes) * time[k]!,
        powerW: (nodes, k) => nodes * nodeW * power[k]!,
      };
    }
    const special = own.every((p) => pools[p]!.special === true);
    return { ...PLAIN_TYPE, name, startingUtility, urgency, special, cores, runs };
  }

  #singleNodeTimeS(startingUtility: number): number {
    const { leastUtility, mostUtility, timeAtLeastUtilityS, timeAtMostUtilityS, timeCoV } = this.#types;
    const along = mostUtility === leastUtility ? 0 : (startingUtility - leastUtility) / (mostUtility - leastUtility);
    const meanS = timeAtLeastUtilityS + along * (timeAtMostUtilityS - timeAtLeastUtilityS);
    for (;;) {
      const timeS = meanS * (1 + timeCoV * this.#normal());
      if (timeS >= MIN_TIME_SHARE * meanS) return timeS;
    }
  }

  #factors({ factor, power, speed }: GroupDraws): { readonly time: number[]; readonly power: number[] } {
    const { powerFactors, normalised } = this.#types;
    const common = factor(1);
    const powers = powerFactors.map((f) => power(f * common));
    const times = powerFactors.map((f) => 1 / speed(Math.sqrt(f * common)));
    const [basePower, baseTime] = normalised ? [powers[0]!, times[0]!] : [1, 1];
    return { time: slowing(times.map((t) => t / baseTime)), power: powers.map((p) => p / basePower) };
  }
}

/**
 * Returns the smallest and largest number of cores of the task types in a group. "pool" in the instance stands for the
 * number of cores of the largest pool that runs the group. That is also the maximum.
 */
function coreRange(
  { least, most }: CoreRow,
  own: readonly number[],
  pools: readonly UtilityPool[],
): { readonly least: number; readonly most: number } {
  const largest = Math.max(...own.map((p) => pools[p]!.nodes * (pools[p]!.coresPerNode ?? 1)));
  return { least: least === 'pool' ? largest : least, most: most === 'pool' ? largest : Math.min(most, largest) };
}
