import { ExactSums } from './exact-sum.js';
import { CoreLoads, endsLater, ENERGY_MEAN, ENERGY_VARIANCE, zValue } from './loads.js';
import type { RobustModel } from './model.js';
import { Tournament } from './tournament.js';

/**
 * Keeps track of three kinds of extremes while a mapping changes: the cores least and most likely to finish by the
 * deadline, and the last core of each node, which gives its overhead energy (Eqs. 4, 9 and 10). An update takes at most
 * time O(log cores) for each changed core.
 */
export class Standings {
  /**
   * Finish times of cores and energy of tasks. After a change of a core, `refresh` must be called before the next core
   * changes.
   */
  readonly loads: CoreLoads;
  /** For each core, standard normal quantile of the probability that it finishes by the deadline. */
  readonly z: Float64Array;
  /** Finds the core least likely to finish by the deadline. */
  readonly least: Tournament;
  /** Finds the core most likely to finish by the deadline. */
  readonly greatest: Tournament;
  /** For each node, finds its core with the latest finish. Player 0 is the node's first core. */
  readonly last: readonly Tournament[];
  /** For each node, finds its core most likely to finish by the deadline. Player 0 is the node's first core. */
  readonly freest: readonly Tournament[];
  /**
   * Overhead energy of all nodes. The mean (J) is at index ENERGY_MEAN, the variance (J^2) at index ENERGY_VARIANCE.
   */
  readonly overhead = new ExactSums(2);
  readonly overheadJ: Float64Array;
  readonly overheadVarianceJ2: Float64Array;

  constructor(readonly model: RobustModel) {
    const { coreCount, nodes } = model;
    this.loads = new CoreLoads(model);
    this.z = new Float64Array(coreCount);
    this.overheadJ = new Float64Array(nodes.length);
    this.overheadVarianceJ2 = new Float64Array(nodes.length);
    const { z } = this;
    const finish = this.loads.finish.value;
    const variance = this.loads.variance.value;
    // Cores without variance tie at +-Infinity: among them the one with more (less) to do is the least (most) robust.
    const lessRobust = (a: number, b: number): boolean => z[a]! < z[b]! || (z[a] === z[b] && finish[a]! > finish[b]!);
    const moreRobust = (a: number, b: number): boolean => z[a]! > z[b]! || (z[a] === z[b] && finish[a]! < finish[b]!);
    this.least = new Tournament(coreCount, lessRobust);
    this.greatest = new Tournament(coreCount, moreRobust);
    this.freest = nodes.map(({ firstCore: c, cores }) => new Tournament(cores, (a, b) => moreRobust(c + a, c + b)));
    this.last = nodes.map(
      ({ firstCore: c, cores }) => new Tournament(cores, (a, b) => endsLater(finish, variance, c + a, c + b)),
    );
  }

  get energyMeanJ(): number {
    return this.loads.taskEnergyJ + this.overhead.value[ENERGY_MEAN]!;
  }

  get energyVarianceJ2(): number {
    return this.loads.taskEnergyVarianceJ2 + this.overhead.value[ENERGY_VARIANCE]!;
  }

  get energyZ(): number {
    return zValue(this.model.energyBudgetJ, this.energyMeanJ, this.energyVarianceJ2);
  }

  /** Recomputes everything from `loads`, after changes of any number of cores, in time O(cores). */
  replay(): void {
    const { model, loads, z } = this;
    for (let core = 0; core < model.coreCount; core++) z[core] = loads.z(core);
    this.least.replay();
    this.greatest.replay();
    this.overhead.clear();
    this.overheadJ.fill(0);
    this.overheadVarianceJ2.fill(0);
    for (let n = 0; n < model.nodes.length; n++) {
      this.last[n]!.replay();
      this.freest[n]!.replay();
      this.bookOverhead(n);
    }
  }

  /** Updates everything after a change of the finish time of this core only. */
  refresh(core: number): void {
    const n = this.model.nodeOfCore[core]!;
    const player = core - this.model.nodes[n]!.firstCore;
    this.z[core] = this.loads.z(core);
    this.least.update(core);
    this.greatest.update(core);
    this.last[n]!.update(player);
    this.freest[n]!.update(player);
    this.bookOverhead(n);
  }

  private bookOverhead(n: number): void {
    const { overhead, overheadJ, overheadVarianceJ2 } = this;
    const { firstCore, overheadW } = this.model.nodes[n]!;
    const last = firstCore + this.last[n]!.winner;
    const meanJ = overheadW * this.loads.finish.value[last]!;
    const varianceJ2 = overheadW * overheadW * this.loads.variance.value[last]!;
    if (meanJ === overheadJ[n] && varianceJ2 === overheadVarianceJ2[n]) return;
    overhead.add(ENERGY_MEAN, -overheadJ[n]!);
    overhead.add(ENERGY_MEAN, meanJ);
    overhead.add(ENERGY_VARIANCE, -overheadVarianceJ2[n]!);
    overhead.add(ENERGY_VARIANCE, varianceJ2);
    overheadJ[n] = meanJ;
    overheadVarianceJ2[n] = varianceJ2;
  }
}
