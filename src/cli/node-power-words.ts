import type { NodePower } from '../facility/node-power.js';
import { countOf, oneLine } from '../reports/format.js';

/** Maximum number of node types printed as text; `--json` prints all. */
const MAX_NAMED = 20;

/**
 * Returns a line for each node type with the power of one node at full load and idle, W, to compare with name plates or
 * measurements. Beyond MAX_NAMED node types, a last line counts the rest.
 */
export function nodePowerLines(powers: readonly NodePower[]): string[] {
  const lines = powers.slice(0, MAX_NAMED).map((power) => {
    const { nodeType, cores, taskType, pState, idleW, fullLoadW } = power;
    const work = `${countOf(cores, 'core')}${taskType === null ? '' : ` on ${oneLine(taskType)}`} in P-state ${pState}`;
    return `${oneLine(nodeType)}: node at full load: ${watts(fullLoadW)} W (idle ${watts(idleW)} W), ${work}`;
  });
  const rest = powers.length - lines.length;
  return rest === 0 ? lines : [...lines, `${countOf(rest, 'more node type')} (--json has all)`];
}

/** Returns a power as text: in whole watts from 1,000 W, otherwise with at most four significant digits. */
function watts(value: number): string {
  return value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
}
