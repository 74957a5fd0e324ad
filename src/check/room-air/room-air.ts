import type { InfluenceMatrix } from '../../../models/physics/thermal/influence-matrix.js';
import { type CheckedUnit, floorAir } from '../units.js';
import { type Cells, cellsOfRoom, cellsUnderFloor, type Room } from './cells.js';
import { type Flow, flowOf, reachedFrom } from './flow.js';
import { mixtureOf } from './mixture.js';
import { addThrough, cracOpenings, floorOpening, type Level, levelsOf, meanOver, type Opening } from './openings.js';

/** Air of a machine room, computed from its layout and the air flows of its CRACs and zones. */
export interface RoomAir {
  readonly cells: number;
  /** Largest error of a cell's mass balance, relative to the air that enters and leaves. */
  readonly residual: number;
  /**
   * Converts concentrations in outgoing air to concentrations in the air drawn in. Both lists have first the CRACs,
   * then the zones.
   */
  readonly drawn: (blown: ArrayLike<number>) => Float64Array;
}

/** Names and air flows of an influence matrix, without its weights. */
export type Breathing = Pick<InfluenceMatrix, 'cracNames' | 'zones' | 'airFlowM3PerS'>;

/**
 * Computes the air of a machine room from its layout (equations: docs/facility/room-airflow.md). Null if the equations
 * cannot be solved, or if a CRAC or rack has no position.
 */
export function roomAir(
  { cracs }: { readonly cracs: readonly CheckedUnit[] },
  room: Room,
  { cracNames, zones, airFlowM3PerS }: Breathing,
): RoomAir | null {
  const cells = cellsOfRoom(room);
  const placed = cracNames.map((name) => cracOpenings(room, name));
  const units = placed.flatMap((one) => (one === null ? [] : [one]));
  const levels = levelsOf(room, zones);
  const [first] = cracs;
  const start = [...(units[cracNames.indexOf(first?.name ?? '')]?.above.keys() ?? [])][0];
  if (units.length < cracNames.length || start === undefined) return null;
  const { supplyShare = 1 } = room;
  const whole = floorAir(cracs);
  const supply = supplyShare * whole.supply;
  const back = whole.back.map((one) => supplyShare * one);
  // Air that passes the room; the rest of a CRAC's air goes straight back to it.
  const passingM3PerS = airFlowM3PerS.map((air, n) => (n < cracNames.length ? supplyShare * air : air));
  const backOf = (c: number): number => back[cracs.findIndex(({ name }) => name === cracNames[c])] ?? 0;
  const through = units.map((unit, c) => ({ ...unit, airM3PerS: passingM3PerS[c]!, backM3PerS: backOf(c) }));
  const floor = floorOpening(room, reachedFrom(cells, start));
  const under = underFloor(room, through, floor, supply);
  const airOf = ({ zones: own }: Level): number =>
    own.reduce((sum, z) => sum + airFlowM3PerS[cracNames.length + z]!, 0);

  const [entering, leaving] = [new Float64Array(cells.count), new Float64Array(cells.count)];
  addThrough(entering, floor, supply);
  for (const { above, airM3PerS, backM3PerS } of through) {
    addThrough(leaving, above, airM3PerS);
    addThrough(entering, above, backM3PerS);
  }
  for (const level of levels) {
    addThrough(entering, level.exhaust, airOf(level));
    addThrough(leaving, level.inlet, airOf(level));
  }
  const flow = flowOf(cells, entering, leaving, room.mixingM2PerS);
  if (flow === null || under === null) return null;

  /** Returns what every CRAC and zone draws of a quantity, without mixing over the whole room. */
  const drawnAlong = (blown: ArrayLike<number>): Float64Array => {
    const carried = new Float64Array(cells.count);
    under.carryInto(carried, blown);
    for (const level of levels) {
      const load = level.zones.reduce((sum, z) => {
        const air = airFlowM3PerS[cracNames.length + z]!;
        return air === 0 ? sum : sum + air * blown[cracNames.length + z]!;
      }, 0);
      addThrough(carried, level.exhaust, load);
    }
    const held = flow.spread(carried);
    const found = new Float64Array(airFlowM3PerS.length);
    for (const [c, { above }] of units.entries()) found[c] = meanOver(held, above);
    for (const { zones: own, inlet } of levels) {
      for (const z of own) found[cracNames.length + z] = meanOver(held, inlet);
    }
    return found;
  };
  const isZone = (n: number): boolean => n >= cracNames.length;
  /** Returns the mean of a quantity over the air that sources blow, by air flow. */
  const meanOf = (blown: ArrayLike<number>, counts: (n: number) => boolean): number => {
    let [air, load] = [0, 0];
    for (const [n, flowing] of passingM3PerS.entries()) {
      if (flowing === 0 || !counts(n)) continue;
      air += flowing;
      load += flowing * blown[n]!;
    }
    return load / air;
  };
  const { hotMixing = 0, mixingFraction = 0 } = room;
  const mixture = mixtureOf(room, zones, passingM3PerS);
  // Share of everybody's air that zones blew last: their exhausts mix among each other.
  const hotShare = hotMixing === 0 ? null : drawnAlong(airFlowM3PerS.map((_, n) => (isZone(n) ? 1 : 0)));
  const drawn = (blown: ArrayLike<number>): Float64Array => {
    const found = drawnAlong(blown);
    if (hotShare !== null) {
      const hot = meanOf(blown, isZone);
      const ofCracs = drawnAlong(airFlowM3PerS.map((_, n) => (isZone(n) ? 0 : blown[n]!)));
      for (const [n, own] of found.entries()) {
        found[n] = ofCracs[n]! + (1 - hotMixing) * (own - ofCracs[n]!) + hotMixing * hotShare[n]! * hot;
      }
    }
    if (mixingFraction > 0) {
      const mixed = mixture(blown);
      for (const [n, own] of found.entries()) found[n] = (1 - mixingFraction) * own + mixingFraction * mixed(n);
    }
    for (const [c, { airM3PerS }] of through.entries()) {
      if (airM3PerS > 0) found[c] = supplyShare * found[c]! + (1 - supplyShare) * blown[c]!;
    }
    return found;
  };
  return { cells: cells.count, residual: Math.max(flow.residual, under.residual), drawn };
}

/** A CRAC with its openings, the air that it blows under the floor, and the air that flows back up through it, m3/s. */
interface ThroughUnit {
  readonly above: Opening;
  readonly below: Opening;
  readonly airM3PerS: number;
  readonly backM3PerS: number;
}

/**
 * The air flow under the floor. `carryInto` adds to each cell of the room how much of a quantity flows into the cell
 * from under the floor (air flow x concentration). Its input is the concentration in the supply air of each CRAC.
 */
interface UnderFloor extends Pick<Flow, 'residual'> {
  readonly carryInto: (carried: Float64Array, blown: ArrayLike<number>) => void;
}

/**
 * Returns the air flow under the floor from the CRACs to the openings: tiles, leaks, and CRACs that stand still. With
 * only one CRAC that blows, nothing has to be computed.
 */
function underFloor(room: Room, units: readonly ThroughUnit[], floor: Opening, supply: number): UnderFloor | null {
  const only = units.filter(({ airM3PerS }) => airM3PerS > 0).length <= 1;
  const one = units.findIndex(({ airM3PerS }) => airM3PerS > 0);
  if (only) {
    return {
      residual: 0,
      carryInto: (carried, blown) => {
        if (one < 0) return;
        addThrough(carried, floor, supply * blown[one]!);
        for (const { above, backM3PerS } of units) addThrough(carried, above, backM3PerS * blown[one]!);
      },
    };
  }
  const cells: Cells = cellsUnderFloor(room);
  const [entering, leaving] = [new Float64Array(cells.count), new Float64Array(cells.count)];
  for (const { below, airM3PerS, backM3PerS } of units) {
    addThrough(entering, below, airM3PerS);
    addThrough(leaving, below, backM3PerS);
  }
  addThrough(leaving, floor, supply);
  const flow = flowOf(cells, entering, leaving);
  if (flow === null) return null;
  const carryInto = (carried: Float64Array, blown: ArrayLike<number>): void => {
    const delivered = new Float64Array(cells.count);
    for (const [c, { below, airM3PerS }] of units.entries())
      if (airM3PerS > 0) addThrough(delivered, below, airM3PerS * blown[c]!);
    const held = flow.spread(delivered);
    for (const [cell, share] of floor) carried[cell]! += share * supply * held[cell]!;
    for (const { above, below, backM3PerS } of units)
      if (backM3PerS > 0) addThrough(carried, above, backM3PerS * meanOver(held, below));
  };
  return { residual: flow.residual, carryInto };
}
