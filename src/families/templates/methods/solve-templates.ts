import type { Template, TemplatePrices } from '../../../../models/families/templates/template.js';
import type { TemplatesModel, TemplateState } from '../../../../models/families/templates/model.js';
import { boundByCut, type BoundFrame, type Cut, type OperatingPoint } from './cut-bounds.js';
import { bestEffort } from './best-effort.js';
import { CoolingFactor } from './cooling-factor.js';
import { TemplatesRoom } from './room.js';
import { bindingOf, finished } from './finish.js';
import { transferredCut } from './price-transfer.js';
import { ProofPrices } from './proof-prices.js';
import { hasStandby } from '../../../../models/families/templates/standby.js';
import { type StandbyOptions, StandbySolver } from './standby/solve-standby.js';
import { OutletLimitRelaxation } from './outlet-limit-relaxation.js';

/** A vent combination is skipped unless its bound exceeds the best work per energy by this relative amount. */
const PRUNE = 1e-8;
/**
 * Relative amount by which a setting's work per energy must exceed that of the best known setting to replace it. So the
 * first of equally good settings is used.
 */
const BETTER = 1e-10;
/** Maximum number of intervals into which the range of set-points is divided to bound one vent combination. */
const MAX_PIECES = 400;

/**
 * States with the same running cores. The template for arriving work a and power limit p (indices) is at a x (number of
 * power limits) + p in the answer.
 */
export interface RunningCoresStates {
  readonly runningCores: readonly number[];
  readonly arrivingWorkPerS: readonly number[];
  readonly powerLimitW: readonly number[];
}

export interface SolveTemplatesOptions extends StandbyOptions {
  /** True to examine also the vent combinations that a bound excludes; for tests and measurements. */
  readonly withoutPruning?: boolean;
}

/**
 * Solver of Eq. 67 for states with the same running cores. It reuses simplex bases, cuts and set-points of earlier
 * calls. This may change the last digits of an answer, or choose another of equally good settings. `forget` discards
 * what earlier calls left.
 */
export class TemplatesSolver {
  private readonly room: TemplatesRoom;
  private readonly outletRelaxation: OutletLimitRelaxation;
  private readonly standby: StandbySolver | null;
  private winners: number[] = [];

  constructor(
    readonly model: TemplatesModel,
    private readonly options: SolveTemplatesOptions = {},
  ) {
    this.room = new TemplatesRoom(model);
    this.outletRelaxation = new OutletLimitRelaxation(this.room.data);
    this.standby = hasStandby(model) ? new StandbySolver(model, this.room.factor, options) : null;
  }

  forget(): void {
    this.winners = [];
    this.room.forget();
  }

  solveState(state: TemplateState): Template {
    const { runningCores, arrivingWorkPerS, powerLimitW } = state;
    const [only] = this.solve({ runningCores, arrivingWorkPerS: [arrivingWorkPerS], powerLimitW: [powerLimitW] });
    return { ...only!, state: state.index };
  }

  /** Returns the templates of the states. The field `state` of each template is its index in the answer. */
  solve(states: RunningCoresStates): Template[] {
    const allOn = this.solveAllOn(states);
    if (this.standby === null) return allOn;
    // Prices are of settings with all nodes on.
    return this.standby.solve({ ...states, allOn: allOn.map((template) => ({ ...template, proof: undefined })) });
  }

  private solveAllOn(states: RunningCoresStates): Template[] {
    const { room, model, outletRelaxation: withoutHeat } = this;
    const lower = Float64Array.from(model.quadrants, ({ cores }, q) =>
      cores > 0 ? states.runningCores[q]! / cores : 0,
    );
    if (lower.some((share) => !(share >= 0 && share <= 1 + 1e-12)))
      throw new RangeError('more cores run than there are');
    withoutHeat.setLower(lower);
    const highestC = Float64Array.from({ length: room.ventCount }, (_, vents) =>
      Math.min(model.setPointMaxC, model.outletLimitC - room.runningRiseK(vents, lower)),
    );
    const order = Array.from(highestC.keys()).sort((one, other) => highestC[other]! - highestC[one]! || one - other);
    const cells = states.arrivingWorkPerS.flatMap((arrivingPerS) =>
      states.powerLimitW.map((limitW): Cell => {
        const wantedPerS = arrivingPerS + withoutHeat.existingPerS;
        const topPerS = Math.min(wantedPerS, room.data.workTotalPerS);
        return {
          topPerS,
          limitW,
          saturates: wantedPerS > room.data.workTotalPerS,
          best: null,
          vents: -1,
          stopsAtPerS: Infinity,
          bound: 0,
          proof: new ProofPrices(),
        };
      }),
    );
    this.visit(cells, order, highestC, lower);
    const wins = new Set(cells.flatMap(({ vents }) => (vents >= 0 ? [vents] : [])));
    if (wins.size > 0) this.winners = [...wins];
    // States share prices, and so do their records.
    const sparse = new Map<Float64Array, TemplatePrices>();
    return cells.map((cell, position) =>
      cell.best === null
        ? bestEffort(room, position, { limitW: cell.limitW, lower, highestC, order })
        : finished(room, {
            state: position,
            vents: cell.vents,
            point: cell.best,
            lower,
            boundTasksPerJ: cell.bound,
            binding: bindingOf(cell.best, cell.stopsAtPerS, cell, cell.saturates),
            limitW: cell.limitW,
            topPerS: cell.topPerS,
            proof: cell.proof.records(cell.best.prices, sparse),
          }),
    );
  }

  private visit(cells: readonly Cell[], order: readonly number[], highestC: Float64Array, lower: Float64Array): void {
    const { room, model, outletRelaxation: withoutHeat } = this;
    const coolest = model.setPointMinC;
    const all = this.options.withoutPruning === true;
    const sequence = [...this.winners, ...order.filter((vents) => !this.winners.includes(vents))];
    for (const vents of sequence) {
      const hottestC = highestC[vents]!;
      if (hottestC < coolest) continue;
      const share = room.factor.at(hottestC);
      const frame: BoundFrame = {
        factor: room.factor,
        existingPerS: withoutHeat.existingPerS,
        leastNodeW: withoutHeat.leastNodeW,
        leastWPerWork: room.data.leastWPerWork,
        lowestC: coolest,
        highestC: hottestC,
      };
      const search = room.search(vents);
      const transferred = new Map<OperatingPoint, Cut>();
      const open = cells.filter((cell) => {
        let bound = share * withoutHeat.bestWorkPerNodeW(cell.topPerS, cell.limitW * share);
        if (bound < 0) return false;
        if (all) return true;
        const enough = enoughFor(cell);
        let prices: Float64Array | null = null;
        if (bound > enough) {
          bound = Math.min(bound, search.rememberedBound(frame, lower, cell.topPerS, cell.limitW, enough));
          prices = search.provingPrices;
        }
        if (bound > enough && cell.best !== null) {
          let cut = transferred.get(cell.best);
          if (cut === undefined) {
            cut = transferredCut(room.data, room.heat(vents), cell.best.prices, lower);
            transferred.set(cell.best, cut);
          }
          bound = Math.min(bound, boundByCut(frame, cut, cell.topPerS, cell.limitW, enough));
          prices = cell.best.prices;
        }
        if (bound > enough) return true;
        if (prices !== null) cell.proof.add(vents, prices);
        cell.bound = Math.max(cell.bound, bound);
        return false;
      });
      if (open.length === 0) continue;
      const concaveFromC = Math.max(coolest, room.factor.convexToC);
      if (hottestC >= concaveFromC) {
        const concave = { ...frame, lowestC: concaveFromC };
        search.begin(concave, lower);
        for (const cell of open) this.judge(cell, vents, concave, lower);
      }
      if (coolest < concaveFromC) {
        const cold = { ...frame, highestC: Math.min(hottestC, concaveFromC) };
        for (const cell of open) this.judgeCold(cell, vents, cold, lower);
      }
    }
  }

  /**
   * Updates the best setting and bound of a state with one vent combination, at set-points where the cooling factor h
   * is concave. There the bound of `VentSearch` is valid.
   */
  private judge(cell: Cell, vents: number, frame: BoundFrame, lower: Float64Array): void {
    if (frame.leastNodeW > cell.limitW * frame.factor.at(frame.highestC) * (1 + 1e-12)) return;
    const search = this.room.search(vents);
    const enough = this.options.withoutPruning === true ? -1 : enoughFor(cell);
    if (enough > 0) {
      // By cuts of the states before, in these vents.
      const known = search.rememberedBound(frame, lower, cell.topPerS, cell.limitW, enough);
      if (known <= enough) {
        if (search.provingPrices !== null) cell.proof.add(vents, search.provingPrices);
        cell.bound = Math.max(cell.bound, known);
        return;
      }
    }
    const { found, boundTasksPerJ, proof } = search.bestWithin(cell.topPerS, cell.limitW, enough);
    for (const prices of proof) cell.proof.add(vents, prices);
    cell.bound = Math.max(cell.bound, boundTasksPerJ);
    if (found !== null) take(cell, vents, found, search.stopsAtPerS(this.model.setPointMinC));
  }

  /**
   * Updates the best setting and bound of a state with one vent combination, where the cooling factor h is convex. The
   * chord of h gives a bound on an interval. The interval is halved if its bound exceeds the best known value. Settings
   * found are evaluated with h itself.
   */
  private judgeCold(cell: Cell, vents: number, cold: BoundFrame, lower: Float64Array): void {
    const search = this.room.search(vents);
    const pieces = [cold];
    for (let count = 0; pieces.length > 0; count += 1) {
      const { lowestC, highestC } = pieces.pop()!;
      const factor = new CoolingFactor(this.model.cooling, { fromC: lowestC, toC: highestC });
      const frame: BoundFrame = { ...cold, factor, lowestC, highestC };
      if (frame.leastNodeW > cell.limitW * factor.at(highestC)) continue;
      search.begin(frame, lower);
      const { found, boundTasksPerJ, proof } = search.bestWithin(
        cell.topPerS,
        cell.limitW,
        this.options.withoutPruning === true ? -1 : enoughFor(cell),
      );
      for (const prices of proof) cell.proof.add(vents, prices);
      const point = found === null ? null : search.underTrueFactor(found, this.room.factor, cell.limitW);
      if (point !== null) take(cell, vents, point, search.stopsAtPerS(this.model.setPointMinC));
      const enough = enoughFor(cell);
      if (boundTasksPerJ <= enough || count >= MAX_PIECES || highestC - lowestC < 1e-9) {
        cell.bound = Math.max(cell.bound, boundTasksPerJ);
        continue;
      }
      const middleC = (lowestC + highestC) / 2;
      pieces.push({ ...cold, lowestC, highestC: middleC }, { ...cold, lowestC: middleC, highestC });
    }
  }
}

/** State under solution: its limits, and the best setting and bound found so far. */
interface Cell {
  readonly topPerS: number;
  readonly limitW: number;
  /** True if more work is requested than all cores can do. */
  readonly saturates: boolean;
  best: OperatingPoint | null;
  vents: number;
  /**
   * Maximum work that the outlet limit allows at the coolest set-point, tasks/s, with the vents of the best setting.
   */
  stopsAtPerS: number;
  bound: number;
  readonly proof: ProofPrices;
}

/** Returns the work per energy, tasks/J, that a further setting must exceed to be better; -1 if no setting is known. */
function enoughFor({ best }: Cell): number {
  return best === null ? -1 : best.tasksPerJ * (1 + PRUNE);
}

function take(cell: Cell, vents: number, point: OperatingPoint, stopsAtPerS: number): void {
  if (point.totalW > cell.limitW * (1 + 1e-9)) return;
  if (cell.best !== null && point.tasksPerJ <= cell.best.tasksPerJ * (1 + BETTER)) return;
  cell.best = point;
  cell.vents = vents;
  cell.stopsAtPerS = stopsAtPerS;
}
