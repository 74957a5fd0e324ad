import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault } from '../../../check/findings.js';
import { type GridState, gridState } from './state.js';

/** Relative difference up to which numbers of the instance are equal to those read back from a database. */
const RELATIVE_TOLERANCE = 1e-12;

/** Returns "state" faults if a state's stored values differ from those in the instance's grid of states. */
export function statedStateFaults(instance: TemplatesInstance, state: number, stated: GridState): Violation[] {
  const found: Violation[] = [];
  const known = gridState(instance, state);
  if (known === null) {
    addFault(found, 'state', `no state ${String(state)} in the grid`);
    return found;
  }
  const { quadrants } = instance;
  compare('arriving work', 'tasks/s', stated.arrivingWorkPerS, known.arrivingWorkPerS);
  if (stated.runningCores.length !== quadrants.length) {
    addFault(found, 'state', `running cores of ${stated.runningCores.length} quadrants`);
  } else {
    for (const [q, { name }] of quadrants.entries()) {
      compare(`running cores of ${name}`, 'cores', stated.runningCores[q]!, known.runningCores[q]!);
    }
  }
  compare('power limit', 'W', stated.powerLimitW, known.powerLimitW);
  return found;

  function compare(where: string, unit: string, value: number, limit: number): void {
    const amount = Math.abs(value - limit);
    if (!(amount <= RELATIVE_TOLERANCE * Math.abs(limit))) {
      found.push({ constraint: 'state', where, unit, value, limit, amount });
    }
  }
}
