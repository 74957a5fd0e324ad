import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import type { TemplatesFacility } from '../../../../models/families/templates/instance.js';
import { standbyFaults } from '../../../facility/consistency-standby.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault } from '../../../instances/fault.js';

/**
 * Standby states of a node type. For each state, `flow` names the field with its air flow, and `power` the field with
 * its power.
 */
const STATES = [
  { flow: 'sleepAirFlowM3PerS', power: 'sleepPowerW' },
  { flow: 'offAirFlowM3PerS', power: 'offPowerW' },
] as const;

/**
 * Returns the faults of standby data by the rules of all families. In addition, a node must have the same air flow on
 * standby as when running.
 */
export function templatesStandbyFaults(facility: Draft<TemplatesFacility>): LocalFault[] {
  return [...standbyFaults(facility), ...airFaults(facility)];
}

function airFaults(facility: Draft<TemplatesFacility>): LocalFault[] {
  return entries(facility?.nodeTypes).flatMap(([j, type]) =>
    STATES.flatMap(({ flow, power }): LocalFault[] => {
      const value = type[flow];
      if (value === undefined) return [];
      const path = jsonPath([...FACILITY_WITH_WORKLOAD.nodeTypes, j, flow]);
      if (type[power] === undefined) {
        return [
          {
            path,
            value,
            allowed: `given only with ${power}`,
            remedy: `Give the node type ${power}, or leave ${flow} out.`,
          },
        ];
      }
      if (type.airFlowM3PerS === undefined || value === type.airFlowM3PerS) return [];
      return [
        {
          path,
          value,
          allowed: `airFlowM3PerS, ${type.airFlowM3PerS} (m3/s)`,
          remedy: `The air of each vent combination is computed once, with the fans of all nodes turning: leave ${flow} out.`,
        },
      ];
    }),
  );
}
