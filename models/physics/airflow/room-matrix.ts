import type { Facility } from '../../facility/facility.js';
import type { InfluenceMatrix } from '../thermal/influence-matrix.js';
import { solvePotential } from './potential.js';
import { addPort, influenceOfFlow, netWithoutFloor, roomFlow, roomSetting } from './room-flow.js';
import type { ShouldStop } from './stop.js';

/**
 * Computes the influence matrix of a facility from the layout of its room, in three steps:
 *
 * 1. Air moves by potential flow, div(g grad phi) = -s, driven only by tiles, leaks, node fans and CRAC returns (no
 * jets, no buoyancy).
 *
 * 2. The air of every CRAC and rack level is carried downstream by upwind transport.
 *
 * 3. The weights of a sink are means over its inlet cells, weighted by air flow.
 *
 * Equations, accuracy and limits: docs/facility/room-airflow.md.
 *
 * @param ownFlows air flow of each zone, m3/s, if it differs from that of its nodes when on. The row of a zone without
 * flow is the air in front of it; its column is empty.
 * @param shouldStop called while the flow is computed and while air is carried along it; true ends the computation
 * @throws Error if the layout has faults (call roomFaults first)
 * @throws PotentialNotConverged, AirflowStopped as solvePotential
 * @throws TooManyEntries if too many pairs exchange air for the matrix to be stored
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
