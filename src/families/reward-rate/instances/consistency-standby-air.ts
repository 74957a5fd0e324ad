import type { RewardRateFacility, Uncertainty } from '../../../../models/families/reward-rate/instance.js';
import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault } from '../../../instances/fault.js';
import { refusalOf } from '../combinations.js';

/** Fields with the air flow and the power of a node type's standby states. */
const STATES = [
  { flow: 'sleepAirFlowM3PerS', power: 'sleepPowerW' },
  { flow: 'offAirFlowM3PerS', power: 'offPowerW' },
] as const;

/** Minimum positive air flow of a node on standby, m3/s; the same as for a node that is on (`airFlowM3PerS`). */
const MIN_FLOW_M3_PER_S = 1e-6;

/**
 * Returns the faults of air flows of nodes on standby. Such a flow needs a power in the same state, and must not exceed
 * the flow of a node that is on. If it differs from that flow, the air flow of the room must be computable.
 */
export function standbyAirFaults(facility: Draft<RewardRateFacility>, uncertainty: Draft<Uncertainty>): LocalFault[] {
  return entries(facility?.nodeTypes).flatMap(([i, type]) =>
    STATES.flatMap(({ flow, power }): LocalFault[] => {
      const value = type[flow];
      if (value === undefined) return [];
      const path = jsonPath([...FACILITY_WITH_WORKLOAD.nodeTypes, i, flow]);
      const { airFlowM3PerS } = type;
      const powerW = type[power];
      if (powerW === undefined) {
        const remedy = `Give the node type ${power}, or leave ${flow} out.`;
        return [{ path, value, allowed: `given only with ${power}`, remedy }];
      }
      if (airFlowM3PerS !== undefined && value > airFlowM3PerS) {
        const remedy = 'A node on standby moves no more air than one that is on: correct one of the two.';
        return [
          { path, value, allowed: `a number at least 0 and at most airFlowM3PerS, ${airFlowM3PerS} (m3/s)`, remedy },
        ];
      }
      if (value === 0 && powerW > 0) {
        const remedy = `Without air its heat has no way out: give the flow that is left, or set ${power} to 0.`;
        return [{ path, value, allowed: `above 0 (m3/s) where ${power} is, ${powerW} (W)`, remedy }];
      }
      if (value > 0 && value < MIN_FLOW_M3_PER_S) {
        const remedy = 'Give 0 where the fans stand still, or the flow in m3/s.';
        return [{ path, value, allowed: `0, or at least ${MIN_FLOW_M3_PER_S} (m3/s)`, remedy }];
      }
      if (value === airFlowM3PerS) return [];
      if (uncertainty !== undefined) {
        const { says, remedy } = refusalOf('ownAir', 'uncertain');
        return [{ path, value, allowed: `airFlowM3PerS, with uncertainty: ${says}`, remedy }];
      }
      if (facility?.airflow?.source !== 'matrix') return [];
      const remedy = `A matrix belongs to the flows it was made for: leave ${flow} out, or give the layout of the room.`;
      return [{ path, value, allowed: 'airFlowM3PerS, with airflow from a matrix file', remedy }];
    }),
  );
}
