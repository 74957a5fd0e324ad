import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import type { TemplatesFacility } from '../../../../models/problems/templates/instance.js';
import { standbyProblems } from '../../../facility/consistency-standby.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalProblem } from '../../../instances/problem.js';

/** Fields of air flows on standby, each with that of the power in the same state. */
const STATES = [
  { flow: 'sleepAirFlowM3PerS', power: 'sleepPowerW' },
  { flow: 'offAirFlowM3PerS', power: 'offPowerW' },
] as const;

/** Nodes on standby by the rules of every facility; and their air, which stays that of nodes that are on. */
export function templatesStandbyProblems(facility: Draft<TemplatesFacility>): LocalProblem[] {
  return [...standbyProblems(facility), ...airProblems(facility)];
}

function airProblems(facility: Draft<TemplatesFacility>): LocalProblem[] {
  return entries(facility?.nodeTypes).flatMap(([j, type]) =>
    STATES.flatMap(({ flow, power }): LocalProblem[] => {
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
