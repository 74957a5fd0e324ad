import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault } from '../../../check/findings.js';
import { coefficientOfPerformance } from '../../../check/power.js';

/** Adds an "instance" fault for each contradiction in the instance, and for data unfit for the checker. */
export function addInstanceFaults(instance: TemplatesInstance, violations: Violation[]): void {
  const unless = (holds: boolean, phrase: string): void => {
    if (!holds) addFault(violations, 'instance', phrase);
  };
  const { facility, quadrants, grid, ventOpenings, outletLimitC } = instance;
  for (const { name, cores, psuEfficiency = 1 } of facility.nodeTypes) {
    unless(Number.isInteger(cores) && cores >= 1, `node type "${name}": ${cores} cores`);
    unless(psuEfficiency > 0 && psuEfficiency <= 1, `node type "${name}": psuEfficiency ${psuEfficiency}`);
  }
  unless(instance.taskTypes.length > 0, 'no task types');
  unless(facility.cracs.length > 0, 'no CRACs');
  unless(quadrants.length > 0, 'no quadrants');
  unless(ventOpenings.length > 0 && isAscending(ventOpenings), 'vent openings that do not ascend');
  unless(Number.isFinite(outletLimitC), 'an outlet limit that is no number');
  unless(['slower', 'faster'].includes(instance.middlePState), 'middlePState is neither slower nor faster');

  const coolestC = Math.max(...facility.cracs.map(({ setPointMinC }) => setPointMinC));
  const warmestC = Math.min(...facility.cracs.map(({ setPointMaxC }) => setPointMaxC));
  unless(Number.isFinite(coolestC) && coolestC <= warmestC, 'no set-point that all CRACs share');
  const { quadraticPerC2: a, linearPerC: b } = facility.coolingPerformance;
  const copAtCoolest = coefficientOfPerformance(coolestC, facility.coolingPerformance);
  // CoP' is linear: at least 0 at both ends is at least 0 between.
  const rises = 2 * a * coolestC + b >= 0 && 2 * a * warmestC + b >= 0;
  unless(copAtCoolest > 0 && rises, 'a coefficient of performance that falls or is not above 0');

  unless(grid.runningCores.length === quadrants.length, 'running cores of another number of quadrants');
  for (const [what, axis] of axesOf(instance)) {
    unless(axis.length > 0 && isAscending(axis) && axis.every((value) => value >= 0), `grid: ${what}`);
  }
}

/**
 * Returns the axes of the instance's grid of states, as names and values: arriving work (varies slowest in a state's
 * number), running cores by quadrant, power limit (varies fastest).
 */
export function axesOf({ grid, quadrants }: TemplatesInstance): [string, readonly number[]][] {
  return [
    ['arriving work', grid.arrivingWorkPerS],
    ...grid.runningCores.map((axis, q): [string, readonly number[]] => [
      `running cores of ${quadrants[q]?.name ?? 'nowhere'}`,
      axis,
    ]),
    ['power limit', grid.powerLimitW],
  ];
}

function isAscending(values: readonly number[]): boolean {
  return values.every((value, n) => Number.isFinite(value) && (n === 0 || value > values[n - 1]!));
}
