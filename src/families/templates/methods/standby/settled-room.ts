import type { BlockData } from '../block-data.js';
import { CoolingFactor } from '../cooling-factor.js';
import type { BoundFrame, OperatingPoint } from '../cut-bounds.js';
import { LeastPower } from '../least-power.js';
import { OutletLimitRelaxation } from '../outlet-limit-relaxation.js';
import type { VentHeat } from '../price-transfer.js';
import { ThermalLp } from '../thermal-lp.js';
import { VentSearch } from '../vent-search.js';

/** Maximum number of intervals into which the part of the set-point range with a convex cooling factor is divided. */
const MAX_PIECES = 60;

/** Optimization problem of one vent combination over a range of set-points; thermal data are computed when needed. */
export interface RoomProgram {
  readonly data: BlockData;
  readonly heat: () => VentHeat;
  /** Lower bound on the utilisation of the columns of each quadrant. */
  readonly lower: Float64Array;
  readonly lowestC: number;
  readonly highestC: number;
}

/** Limits of a request: most work (tasks/s) and most total power (W). */
export interface Wanted {
  readonly topPerS: number;
  readonly limitW: number;
}

export interface BestOfRoom {
  readonly point: OperatingPoint | null;
  readonly boundTasksPerJ: number;
  /** Maximum work that the outlet limit allows at the coolest set-point, tasks/s, in this setting's LP. */
  readonly stopsAtPerS: number;
}

/** Search for the setting with the most work per energy, with fixed numbers of running nodes in each block. */
export class SettledRoom {
  readonly existingPerS: number;
  private readonly relaxation: OutletLimitRelaxation;
  private search: VentSearch | null = null;
  private isBegun = false;

  constructor(
    readonly program: RoomProgram,
    private readonly factor: CoolingFactor,
  ) {
    const { data, lower } = program;
    this.relaxation = new OutletLimitRelaxation(data);
    this.relaxation.setLower(lower);
    this.existingPerS = this.relaxation.existingPerS;
  }

  /**
   * Returns an upper bound on work per energy, tasks/J, for which the outlet limit is ignored; -1 if the power limit
   * allows no setting.
   */
  quickBound({ topPerS, limitW }: Wanted): number {
    const { highestC, lowestC } = this.program;
    if (!(highestC >= lowestC)) return -1;
    const share = this.factor.at(highestC);
    return share * this.relaxation.bestWorkPerNodeW(this.reachable(topPerS), limitW * share);
  }

  /**
   * Returns the best setting, and an upper bound on the work per energy of all settings, tasks/J. If nothing better
   * than `enough` can exist, the search ends early, with any setting or none.
   */
  best({ topPerS, limitW }: Wanted, enough: number): BestOfRoom {
    const { data, lower, lowestC, highestC } = this.program;
    const top = this.reachable(topPerS);
    const frame: BoundFrame = {
      factor: this.factor,
      existingPerS: this.existingPerS,
      leastNodeW: this.relaxation.leastNodeW,
      leastWPerWork: data.leastWPerWork,
      lowestC,
      highestC,
    };
    const search = this.searchOf();
    const concaveFromC = Math.max(lowestC, this.factor.convexToC);
    let point: OperatingPoint | null = null;
    let bound = -1;
    let stopsAtPerS = Infinity;
    const isOver = ({ factor, highestC: toC, leastNodeW }: BoundFrame): boolean =>
      leastNodeW > limitW * factor.at(toC) * (1 + 1e-12);
    const concave = { ...frame, lowestC: concaveFromC };
    if (highestC >= concaveFromC && !isOver(concave)) {
      if (!this.isBegun) search.begin(concave, lower);
      this.isBegun = true;
      const { found, boundTasksPerJ } = search.bestWithin(top, limitW, enough);
      point = found;
      bound = boundTasksPerJ;
      stopsAtPerS = search.stopsAtPerS(lowestC);
    }
    const pieces = lowestC < concaveFromC ? [{ fromC: lowestC, toC: Math.min(highestC, concaveFromC) }] : [];
    if (pieces.length > 0) this.isBegun = false;
    for (let count = 0; pieces.length > 0; count += 1) {
      const { fromC, toC } = pieces.pop()!;
      const factor = new CoolingFactor(this.factor.cooling, { fromC, toC });
      const piece = { ...frame, factor, lowestC: fromC, highestC: toC };
      if (isOver(piece)) continue;
      search.begin(piece, lower);
      const known = Math.max(enough, point?.tasksPerJ ?? -1);
      const { found, boundTasksPerJ } = search.bestWithin(top, limitW, known);
      const judged = found === null ? null : search.underTrueFactor(found, this.factor, limitW);
      if (judged !== null && (point === null || judged.tasksPerJ > point.tasksPerJ)) {
        point = judged;
        stopsAtPerS = search.stopsAtPerS(lowestC);
      }
      const better = Math.max(enough, (point?.tasksPerJ ?? -1) * (1 + 1e-8));
      if (boundTasksPerJ <= better || count >= MAX_PIECES || toC - fromC < 1e-9) {
        bound = Math.max(bound, boundTasksPerJ);
        continue;
      }
      const middleC = (fromC + toC) / 2;
      pieces.push({ fromC, toC: middleC }, { fromC: middleC, toC });
    }
    return { point, boundTasksPerJ: bound, stopsAtPerS };
  }

  private reachable(topPerS: number): number {
    return Math.max(this.existingPerS, Math.min(topPerS, this.program.data.workTotalPerS));
  }

  private searchOf(): VentSearch {
    if (this.search !== null) return this.search;
    const { data, heat } = this.program;
    const { outletRiseKPerW, marginC } = heat();
    this.search = new VentSearch(data, new LeastPower(data, new ThermalLp(data, outletRiseKPerW, marginC)));
    return this.search;
  }
}
