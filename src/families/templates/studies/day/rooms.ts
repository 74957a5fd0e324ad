import { DEFAULT_AIR } from '../../../../../models/physics/cooling/crac.js';
import type { AirUnderWay } from '../../../../../models/physics/thermal/air-under-way.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import {
  transientRoom,
  type ThermalInertia,
  type TransientRoom,
} from '../../../../../models/physics/thermal/transient.js';
import type { TemplatesInstance } from '../../../../../models/families/templates/instance.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import type { TransientRooms } from './request.js';

/** Heat capacity of a node if the instance gives none, J/K (docs/templates/instances.md). */
const NODE_THERMAL_MASS_J_PER_K = 10_000;
/** Time constant of the air under the raised floor if the instance gives none, s (docs/templates/instances.md). */
const PLENUM_TIME_CONSTANT_S = 20;

export function thermalInertia({ transient }: TemplatesInstance): ThermalInertia {
  return {
    nodeThermalMassJPerK: transient.nodeThermalMassJPerK ?? NODE_THERMAL_MASS_J_PER_K,
    plenumTimeConstantS: transient.plenumTimeConstantS ?? PLENUM_TIME_CONSTANT_S,
  };
}

/** Returns the heat capacity of the instance's air, rho c, J/(m3 K). */
export function airRhoC({ facility }: TemplatesInstance): number {
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  return densityKgPerM3 * heatCapacityJPerKgK;
}

/**
 * Returns a function that gives the temperature model of a vent combination. A model is created when first needed and
 * cached. It can be used for several days, one after the other.
 *
 * @param airOf returns the influence matrix and the air travel times of a vent combination
 */
export function transientRooms(
  instance: TemplatesInstance,
  airOf: (vents: number) => { readonly matrix: InfluenceMatrix; readonly air: AirUnderWay },
): TransientRooms {
  const kept = new Map<number, TransientRoom>();
  return (vents) => {
    let room = kept.get(vents);
    if (room === undefined) {
      const { matrix, air } = airOf(vents);
      room = transientRoom(matrix, air, airRhoC(instance), thermalInertia(instance));
      kept.set(vents, room);
    }
    return room;
  };
}

/**
 * Returns the temperature models, each checked when first requested.
 *
 * @throws RangeError if the zones of a model are not the blocks of the templates' model
 */
export function checkedRooms({ blocks }: TemplatesModel, rooms: TransientRooms): TransientRooms {
  const seen = new Set<number>();
  return (vents) => {
    const room = rooms(vents);
    if (seen.has(vents)) return room;
    const { zones } = room.matrix;
    if (zones.length !== blocks.length || blocks.some(({ name }, b) => zones[b]!.name !== name)) {
      throw new RangeError(`The room of vent combination ${vents} has other zones than the instance has blocks`);
    }
    seen.add(vents);
    return room;
  };
}
