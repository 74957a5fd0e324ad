import {
  capKwh,
  energyCostUsd,
  epochKwh,
  purchaseUsdPerKwh,
  readyKwh,
} from '../../../../../models/families/geo/cell-cost.js';
import { cooling, limitedHeatW } from '../../../../../models/families/geo/cooling.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { type Decided, meanKw, Turns } from './epoch-state.js';

/** Energy, kWh, that stands for node powers that the room cannot cool within its limits. */
const INADMISSIBLE = Infinity;

interface Neighbour {
  readonly epoch: number;
  /** Number of transitions to this neighbour: 2 if it is both before and after (two epochs, cyclic), otherwise 1. */
  readonly times: number;
  readonly awake: Int32Array;
  /**
   * Meter energy of the neighbour by centre, kWh. It includes transitions to the epoch on the neighbour's other side,
   * if that epoch is decided.
   */
  readonly energyKwh: Float64Array;
}

/** Computes the limits of one epoch and its part of the bill, given the neighbouring epochs decided so far. */
export class EpochTerms {
  /** Arrival rate by task type, tasks/s. */
  readonly arrivalPerS: Float64Array;
  private readonly types: number;
  private readonly neighbours: readonly Neighbour[];
  /**
   * For each centre, demand charges of the periods of this epoch. `reachedKw` is the largest mean power in the epochs
   * decided so far.
   */
  private readonly demand: readonly (readonly { readonly usdPerKw: number; readonly reachedKw: number }[])[];
  /** Largest energy at the meter under the power cap by centre, kWh; Infinity without a cap. */
  private readonly capKwh: Float64Array;

  constructor(
    readonly model: GeoModel,
    readonly epoch: number,
    private readonly turns: Turns,
    decided: Decided,
  ) {
    const tasks = model.taskNames.length;
    this.types = model.nodeTypes.length;
    this.arrivalPerS = model.arrivalRatePerS.slice(epoch * tasks, (epoch + 1) * tasks);
    this.neighbours = neighboursOf(model, epoch, turns, decided);
    this.demand = model.centres.map(({ demandPeriods }, d) =>
      demandPeriods
        .filter(({ epochs }) => epochs.includes(epoch))
        .map(({ usdPerKw, epochs }) => ({ usdPerKw, reachedKw: turns.greatestKw(d, epochs, decided) })),
    );
    this.capKwh = Float64Array.from(model.centres, (centre) => capKwh(model, centre));
  }

  /** Returns the meter energy of centre d at the hottest admissible set-point, kWh; Infinity if none is admissible. */
  energyKwh(d: number, nodePowerW: Float64Array): number {
    const { thermal, powerOverhead } = this.model.centres[d]!;
    const { setPointC, cracPowerW } = cooling(thermal, nodePowerW);
    if (setPointC < thermal.setPointMinC) return INADMISSIBLE;
    if (thermal.capacityW.length > 0) {
      const heatW = limitedHeatW(thermal, nodePowerW);
      for (let unit = 0; unit < heatW.length; unit++) if (heatW[unit]! > thermal.capacityW[unit]!) return INADMISSIBLE;
    }
    let nodesW = 0;
    for (let j = 0; j < nodePowerW.length; j++) nodesW += nodePowerW[j]!;
    return epochKwh(this.model, powerOverhead * (nodesW + cracPowerW));
  }

  /**
   * Returns true if the room of centre d can be cooled and its power cap holds, both in this epoch and in decided
   * neighbouring epochs.
   *
   * @param at index in `awake` of the centre's first node type
   */
  keepsLimits(d: number, energyKwh: number, awake: Int32Array, at: number): boolean {
    const capKwh = this.capKwh[d]!;
    if (capKwh === Infinity) return energyKwh < INADMISSIBLE;
    if (energyKwh + this.ownTurnsKwh(d, awake, at) > capKwh) return false;
    // A neighbour that breaks its cap without this epoch's doing is not held against it.
    return this.neighbours.every((neighbour) => {
      const kwh = this.turnsOfKwh(neighbour, d, awake, at);
      return kwh === 0 || neighbour.energyKwh[d]! + kwh <= capKwh;
    });
  }

  /** Returns what centre d adds to the bill, USD: energy, transitions, and demand above peaks already reached. */
  costUsd(d: number, energyKwh: number, awake: Int32Array, at: number): number {
    const { model, epoch } = this;
    const centre = model.centres[d]!;
    const ownKwh = this.ownTurnsKwh(d, awake, at);
    let usd = energyCostUsd(model, centre, epoch, energyKwh) + ownKwh * purchaseUsdPerKwh(model, centre, epoch);
    for (const neighbour of this.neighbours) {
      usd += this.turnsOfKwh(neighbour, d, awake, at) * purchaseUsdPerKwh(model, centre, neighbour.epoch);
    }
    const gridKw = meanKw(model, Math.max(0, energyKwh - readyKwh(model, centre, epoch)) + ownKwh);
    for (const { usdPerKw, reachedKw } of this.demand[d]!) usd += usdPerKw * Math.max(0, gridKw - reachedKw);
    return usd;
  }

  /**
   * Returns the energy of starts and stops in centre d that is billed in this epoch, kWh. It is that of nodes that
   * sleep in this epoch and are awake in a neighbouring one.
   */
  private ownTurnsKwh(d: number, awake: Int32Array, at: number): number {
    let kwh = 0;
    for (const neighbour of this.neighbours) {
      kwh += neighbour.times * this.turns.chargedKwh(d, awake, at, neighbour.awake, d * this.types);
    }
    return kwh;
  }

  /**
   * Returns the energy of starts and stops in centre d that is billed in a neighbouring epoch, kWh. It is that of nodes
   * that sleep in the neighbouring epoch and are awake in this one.
   */
  private turnsOfKwh(neighbour: Neighbour, d: number, awake: Int32Array, at: number): number {
    return neighbour.times * this.turns.chargedKwh(d, neighbour.awake, d * this.types, awake, at);
  }
}

function neighboursOf(model: GeoModel, epoch: number, turns: Turns, decided: Decided): Neighbour[] {
  const beside = turns.adjacent(epoch);
  const others = model.epochCount === 1 ? [] : decided.map((state, t) => (t === epoch ? null : state));
  return [...new Set(beside)].flatMap((other) => {
    const state = others[other] ?? null;
    if (state === null) return [];
    return {
      epoch: other,
      times: beside.filter((one) => one === other).length,
      awake: state.awake,
      energyKwh: state.energyKwh.map((kwh, d) => kwh + turns.ofEpochKwh(d, other, others)),
    };
  });
}
