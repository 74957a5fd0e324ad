import { ExactSums } from './exact-sum.js';
import { CoreLoads, endsLater, ENERGY_MEAN, ENERGY_VARIANCE, zValue } from './loads.js';
import type { RobustModel } from './model.js';
import { Tournament } from './tournament.js';

/**
 * Keeps the least and the most robust core, the core that ends last on each node, and the overhead energy that follows
 * from these, in O(log cores) at most per changed core. Eqs. 4, 9 and 10.
 */
export class Standings {
  /** Loads of the cores. After each change of a core's loads, `refresh` must be called before another core changes. */
  readonly loads: CoreLoads;
  /** Standard normal quantile of finishing in time, by core. */
  readonly z: Float64Array;
  /** Tournament of all cores for the least robust one. */
  readonly least: Tournament;
  readonly greatest: Tournament;
  /** Tournaments by node, players numbered from the node's first core: who ends last, who is most robust. */
  readonly last: readonly Tournament[];
  readonly freest: readonly Tournament[];
  /** Overhead energy of all nodes (0) and its variance: J and J^2 (ENERGY_MEAN, ENERGY_VARIANCE). */
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

  /** Updates everything after a change of any loads: O(cores). */
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

  /** Updates everything after a change of this core's loads alone. */
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
