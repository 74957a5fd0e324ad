import { powerToRemoveW } from '../../../../../models/physics/cooling/crac.js';
import type { TransientState } from '../../../../../models/physics/thermal/transient.js';
import { afterVentChange } from '../../../../../models/physics/thermal/vent-change.js';
import { TOLERATED_K } from '../../../../../models/facility/limits.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import type { NodeList } from '../../methods/online/node-list.js';
import type { ThermalSetting } from '../../methods/online/thermal.js';
import type { TransientRooms } from './request.js';
import { airRhoC, thermalInertia } from './rooms.js';

/** Temperatures at the end of a time step, with heat removed and power of the CRACs, both constant during the step. */
export interface ThermalStep {
  /** Heat that all CRACs remove, W; negative if return air is colder than the set-point. */
  readonly removedW: number;
  /** Power of the CRACs (Eq. 48), W. A CRAC whose inlet is not warmer than the set-point draws nothing. */
  readonly cracW: number;
  readonly cracsWithoutHeat: number;
  readonly hottestOutletC: number;
  readonly hottestInletC: number;
  readonly hotNodes: number;
}

/** Temperatures of all compute nodes during a day. */
export interface RoomTemperatures {
  readonly setting: () => ThermalSetting;
  readonly hottestOutletC: () => number;
  /** 1 for each node whose outlet exceeds the limit, otherwise 0. */
  readonly hot: Uint8Array;
  /**
   * Changes set-point and vents. Returns the heat that the room gains by the new air flow, J; null if the vents do not
   * change.
   */
  readonly set: (next: ThermalSetting) => number | null;
  /**
   * Advances the temperatures by one time step.
   *
   * @param busyJ energy of each node beyond idle power in the step, J
   */
  readonly step: (busyJ: Float64Array, stepS: number) => ThermalStep;
  readonly storedHeatJ: () => number;
}

export function roomTemperatures(
  model: TemplatesModel,
  nodes: NodeList,
  rooms: TransientRooms,
  first: ThermalSetting,
  startSetPointC: number,
): RoomTemperatures {
  const { blocks, cooling, outletLimitC, instance } = model;
  const { nodeThermalMassJPerK } = thermalInertia(instance);
  const rhoC = airRhoC(instance);
  let setting = first;
  let room = rooms(first.vents);
  const cracCount = room.matrix.cracNames.length;
  const setPointsC = new Float64Array(cracCount).fill(startSetPointC);
  const idleW = Float64Array.from(blocks, (block) => block.idleW);
  let state: TransientState = room.settled(idleW, setPointsC);
  setPointsC.fill(first.setPointC);
  const zoneW = new Float64Array(blocks.length);
  /** Heat flow that warms the air of each node by 1 K, W/K. */
  const capacityWPerK = nodes.block.reduce((list, block, n) => {
    list[n] = (rhoC * room.matrix.airFlowM3PerS[cracCount + block]!) / blocks[block]!.nodeCount;
    return list;
  }, new Float64Array(nodes.count));
  const outletC = Float64Array.from(nodes.block, (block) => state.outletC[block]!);
  const hot = new Uint8Array(nodes.count);
  const hotAboveC = outletLimitC + TOLERATED_K;
  let hottestOutletC = outletC.reduce((most, one) => Math.max(most, one), -Infinity);

  /** Thermal mass of each node relative to the heat capacity of its air in a step of `thetaStepS`. */
  const theta = new Float64Array(nodes.count);
  let thetaStepS = NaN;

  /** Advances the outlet temperature of each node by one time step. Returns the number of nodes above the limit. */
  const stepNodes = (busyJ: Float64Array, stepS: number): number => {
    if (stepS !== thetaStepS) {
      for (let n = 0; n < nodes.count; n++) theta[n] = nodeThermalMassJPerK / (capacityWPerK[n]! * stepS);
      thetaStepS = stepS;
    }
    let hotNodes = 0;
    hottestOutletC = -Infinity;
    for (let n = 0; n < nodes.count; n++) {
      const capacity = capacityWPerK[n]!;
      const powerW = nodes.idleW[n]! + busyJ[n]! / stepS;
      const inletC = state.inletC[cracCount + nodes.block[n]!]!;
      const nextC = (theta[n]! * outletC[n]! + powerW / capacity + inletC) / (1 + theta[n]!);
      outletC[n] = nextC;
      if (nextC > hottestOutletC) hottestOutletC = nextC;
      hot[n] = nextC > hotAboveC ? 1 : 0;
      hotNodes += hot[n]!;
    }
    return hotNodes;
  };

  return {
    setting: () => setting,
    hottestOutletC: () => hottestOutletC,
    hot,
    set(next) {
      setPointsC.fill(next.setPointC);
      const moved = next.vents !== setting.vents;
      setting = next;
      if (!moved) return null;
      const before = room.storedHeatJ(state);
      const to = rooms(next.vents);
      state = afterVentChange(state, room, to);
      room = to;
      return room.storedHeatJ(state) - before;
    },
    step(busyJ, stepS) {
      zoneW.set(idleW);
      for (let n = 0; n < nodes.count; n++) zoneW[nodes.block[n]!]! += busyJ[n]! / stepS;
      room.step(state, zoneW, setPointsC, stepS);
      const heatW = room.cracHeatW(state, setPointsC);
      let removedW = 0;
      let paidW = 0;
      let cracsWithoutHeat = 0;
      for (const one of heatW) {
        removedW += one;
        if (one > 0) paidW += one;
        else cracsWithoutHeat++;
      }
      const cracW = powerToRemoveW(cooling, paidW, setting.setPointC);
      const hotNodes = stepNodes(busyJ, stepS);
      let hottestInletC = -Infinity;
      for (let b = 0; b < blocks.length; b++) hottestInletC = Math.max(hottestInletC, state.inletC[cracCount + b]!);
      return { removedW, cracW, cracsWithoutHeat, hottestOutletC, hottestInletC, hotNodes };
    },
    storedHeatJ: () => room.storedHeatJ(state),
  };
}
