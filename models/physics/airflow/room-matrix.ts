import type { Facility } from '../../facility/facility.js';
import type { InfluenceMatrix } from '../thermal/influence-matrix.js';
import { solvePotential } from './potential.js';
import { addPort, influenceOfFlow, netWithoutFloor, roomFlow, roomSetting } from './room-flow.js';
import type { ShouldStop } from './stop.js';

/**
 * Returns the influence matrix of a facility with room airflow.
 *
 * Air moves by potential flow, div(g grad phi) = -s, driven by tiles, leaks, node fans and CRAC returns alone (no jets,
 * no buoyancy); the air of every CRAC and rack level is carried downstream by upwind transport, and a sink's weights
 * are the flow-weighted means over its inlet cells. Equations, measured figures and limits:
 * docs/facility/room-airflow.md.
 *
 * @param ownFlows air flow of each zone where it is not that of its nodes when on, m3/s; the row of a zone without flow
 * is the air in front of it, and its column is empty.
 * @param shouldStop asked while the flow is computed and while air is carried along it.
 * @throws Error when the layout has faults (ask roomFaults first).
 * @throws PotentialNotConverged, AirflowStopped as solvePotential.
 * @throws TooManyEntries when too many pairs exchange air for the matrix to be stored.
 */
export function roomInfluenceMatrix(
  facility: Facility,
  shouldStop?: ShouldStop,
  ownFlows?: Float64Array,
): InfluenceMatrix {
  if (facility.airflow.source !== 'room') throw new Error('roomInfluenceMatrix needs a facility with room airflow');
  const setting = roomSetting(facility, ownFlows);
  const net = netWithoutFloor(setting);
  addPort(net, setting.ports.floor, 1);
  const { potential } = solvePotential(setting.faces, net, shouldStop);
  return influenceOfFlow(setting, roomFlow(setting, setting.ports.floor, potential, shouldStop), shouldStop);
}
