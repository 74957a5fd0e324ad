import type { NodePower } from '../facility/node-power.js';
import { countOf, oneLine } from '../reports/format.js';

/** Node types named on the terminal; all of them are in the JSON. */
const MAX_NAMED = 20;

/** One line per node type: what a planner compares with the name plate or a measurement. */
export function nodePowerLines(powers: readonly NodePower[]): string[] {
  const lines = powers.slice(0, MAX_NAMED).map((power) => {
    const { nodeType, cores, taskType, pState, idleW, fullLoadW } = power;
    const work = `${countOf(cores, 'core')}${taskType === null ? '' : ` on ${oneLine(taskType)}`} in P-state ${pState}`;
    return `${oneLine(nodeType)}: node at full load: ${watts(fullLoadW)} W (idle ${watts(idleW)} W), ${work}`;
  });
  const rest = powers.length - lines.length;
  return rest === 0 ? lines : [...lines, `${countOf(rest, 'more node type')} (--json has all)`];
}

/** Whole watts, or four digits of smaller powers. */
function watts(value: number): string {
  return value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
}
