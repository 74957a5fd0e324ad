import { W_PER_KW } from '../../../../models/units.js';
import type { PricesOfVents, TemplatePrices } from '../../../../models/families/templates/template.js';
import { TEMPERATURE_TOLERANCE_C } from '../../../check/findings.js';
import { coefficientOfPerformance } from '../../../check/power.js';
import { greatestQuotient, type PowerLine } from './greatest-quotient.js';
import type { RoomAir } from './air.js';
import type { CheckedRoom } from './room.js';
import type { RunningCores } from './running-cores.js';
import type { GridState } from './state.js';

/** Maximum number of outlet temperature rises in the cache: 128 MB. */
const MAX_KEPT = 16_000_000;
/** Maximum number of linear lower bounds on node power in the cache (one per vector of dual values): 100 MB. */
const MAX_LINES = 400_000;
/**
 * Amount by which a linear lower bound on node power is reduced, relative to its terms' absolute values, so that huge
 * dual values are safe. Our choice: a thousand times the rounding error.
 */
const ROUNDING = 1e-11;

/**
 * Lower bound on node power for one vent combination, which follows from one vector of dual values:
 *
 * constantW + sum over quadrants q of byQuadrantW[q] x (fraction of running cores in q) + wattPerWork x work + wattPerC
 * x set-point
 */
interface PricedLine {
  readonly constantW: number;
  readonly byQuadrantW: Float64Array;
  readonly wattPerWork: number;
  readonly wattPerC: number;
}

/**
 * Coefficients of each block's outlet temperature for one vent combination. `perWattK` is the rise in K per W of each
 * heating block, [outlet block][heating block], row-major. `perSetPoint` is the rise in K per C of set-point.
 */
interface Rises {
  readonly perWattK: Float64Array;
  readonly perSetPoint: Float64Array;
}

/**
 * Computes an upper bound on the work per energy of all settings within the limits that have all nodes on. The bound
 * follows from a template's dual values by weak duality (docs/templates/checker.md). Wrong dual values make the bound
 * weak, but never false.
 */
export class PriceProof {
  private readonly rises = new Map<number, Rises>();
  private lines = new Map<TemplatePrices, (PricedLine | undefined)[]>();
  private lineCount = 0;

  constructor(
    private readonly room: CheckedRoom,
    private readonly running: RunningCores,
    private readonly airOf: (vents: number) => RoomAir,
  ) {}

  /**
   * Returns an upper bound on work per energy (tasks/J) of every setting in a state.
   *
   * @param workLimitPerS right-hand side of Eq. 67 (1), tasks/s
   * @param proof stored dual values, each for one vent combination or for all
   * @param ceiling simpler upper bound on work per energy, and the set-point for which it was computed; it ignores the
   * outlet heat of work beyond the running cores
   * @param enough value of the bound at which the computation may stop
   */
  tasksPerJ(
    state: GridState,
    workLimitPerS: number,
    proof: readonly PricesOfVents[],
    ceiling: { readonly tasksPerJ: number; readonly setPointC: number },
    enough: number,
  ): number {
    const { matrices, quadrantCores, coolestC, blocks, cooling } = this.room;
    const share = state.runningCores.map((running, q) => running / quadrantCores[q]!);
    let runningPerS = 0;
    let allPerS = 0;
    for (const { quadrant, workPerS } of blocks) {
      runningPerS += share[quadrant]! * workPerS;
      allPerS += workPerS;
    }
    const mostPerS = Math.min(workLimitPerS, allPerS);
    const perNodeW = (setPointC: number): number => 1 + 1 / coefficientOfPerformance(setPointC, cooling);
    const warmestOf = this.running.warmestC(state.runningCores);
    let greatest = 0;
    for (let vents = 0; vents < matrices.length; vents += 1) {
      // A limit that running work meets exactly at the coolest set-point may look passed by rounding.
      if (warmestOf[vents]! < coolestC - TEMPERATURE_TOLERANCE_C) continue;
      const warmestC = Math.max(coolestC, warmestOf[vents]!);
      // Less air as warm allows no more nodes' power under the limit, and takes more for each watt of it.
      let bound = (ceiling.tasksPerJ * perNodeW(ceiling.setPointC)) / perNodeW(warmestC);
      if (bound > Math.max(greatest, enough)) {
        const lines = proof
          .filter((one) => one.vents === null || one.vents === vents)
          .map(({ prices }) => this.powerLine(vents, prices, share));
        const ranges = { leastPerS: runningPerS, mostPerS, coolestC, warmestC };
        bound = Math.min(bound, greatestQuotient(lines, { ...ranges, limitW: state.powerLimitW, cooling, enough }));
      }
      greatest = Math.max(greatest, bound);
    }
    return greatest;
  }

  private powerLine(vents: number, prices: TemplatePrices, share: readonly number[]): PowerLine {
    const { constantW, byQuadrantW, wattPerWork, wattPerC } = this.pricedLine(vents, prices);
    return {
      constantW: share.reduce((sum, part, q) => sum + part * byQuadrantW[q]!, constantW),
      wattPerWork,
      wattPerC,
    };
  }

  private pricedLine(vents: number, prices: TemplatePrices): PricedLine {
    if (this.lineCount > MAX_LINES) {
      this.lines = new Map();
      this.lineCount = 0;
    }
    let ofPrices = this.lines.get(prices);
    if (ofPrices === undefined) {
      ofPrices = [];
      this.lines.set(prices, ofPrices);
    }
    const known = ofPrices[vents];
    if (known !== undefined) return known;
    const made = this.lineOf(vents, prices);
    ofPrices[vents] = made;
    this.lineCount += 1;
    return made;
  }

  /**
   * Returns a lower bound on node power for one vent combination, linear in work and set-point. It is a Lagrangian
   * bound: outlet limits and work enter the objective at their dual values, and each utilisation takes whichever of its
   * limits gives the lower objective.
   */
  private lineOf(vents: number, { wattPerWork, blocks: priced, wattPerK }: TemplatePrices): PricedLine {
    const { blocks, quadrantCores, outletLimitC, coolestC, warmestC } = this.room;
    const { perWattK, perSetPoint } = this.risesOf(vents);
    const count = blocks.length;
    const heatPrice = new Float64Array(count);
    const byQuadrantW = new Float64Array(quadrantCores.length);
    let constantW = 0;
    let wattPerC = 0;
    let termsW = 0;
    for (const [k, b] of priced.entries()) {
      // A price below 0 proves nothing.
      const price = Math.max(0, wattPerK[k]!);
      constantW -= price * outletLimitC;
      wattPerC += price * perSetPoint[b]!;
      termsW += price * Math.abs(outletLimitC);
      for (let c = 0; c < count; c += 1) heatPrice[c]! += price * perWattK[b * count + c]!;
    }
    for (const [b, { quadrant, idleW, busyW, workPerS }] of blocks.entries()) {
      const factor = 1 + heatPrice[b]!;
      constantW += idleW * factor;
      const atFullW = busyW * factor - wattPerWork * workPerS;
      // Work counts twice: here and as m.
      termsW += (idleW + busyW) * factor + 2 * Math.abs(wattPerWork) * workPerS;
      if (atFullW > 0) byQuadrantW[quadrant]! += atFullW;
      else constantW += atFullW;
    }
    termsW += wattPerC * Math.max(Math.abs(coolestC), Math.abs(warmestC));
    return { constantW: constantW - ROUNDING * termsW, byQuadrantW, wattPerWork, wattPerC };
  }

  private risesOf(vents: number): Rises {
    const known = this.rises.get(vents);
    if (known !== undefined) return known;
    const count = this.room.blocks.length;
    if ((this.rises.size + 1) * count * count > MAX_KEPT) this.rises.clear();
    const air = this.airOf(vents);
    const perWattK = new Float64Array(count * count);
    const powerW = new Float64Array(count);
    for (let b = 0; b < count; b += 1) {
      // A kilowatt, so that residuals of the solution are small beside it.
      powerW[b] = W_PER_KW;
      const { outletC } = air.temperatures(0, powerW);
      powerW[b] = 0;
      for (let i = 0; i < count; i += 1) perWattK[i * count + b] = outletC[i]! / W_PER_KW;
    }
    const made = { perWattK, perSetPoint: air.temperatures(1, powerW).outletC };
    this.rises.set(vents, made);
    return made;
  }
}
