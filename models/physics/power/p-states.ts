import type { EndPoints, NodeType, TaskOnNodeType } from '../../facility/facility.js';
import { atWallW } from './power-supply.js';

/**
 * Execution time without co-location (s) and core power (W) of one task type on a node type, by P-state. Power is at
 * the wall, which means divided by the efficiency of the node's power supply.
 */
export interface PStateTable {
  readonly timeS: Float64Array;
  readonly powerW: Float64Array;
}

/**
 * Returns the execution times and core powers of a task type in all P-states of a node type.
 *
 * Values listed for each P-state are used as they are. Otherwise, they are interpolated between those at the highest
 * and the lowest frequency: time = a + b / f and power = a + b f^3, with frequency f. A single P-state has the value at
 * the highest frequency. The papers do not say this: docs/decisions/p-states.md.
 */
export function pStateTable(nodeType: NodeType, task: TaskOnNodeType): PStateTable {
  const frequencies = nodeType.pStateFrequenciesGHz;
  return {
    timeS: fill(task.timeS, frequencies, (f) => 1 / f),
    powerW: fill(task.corePowerW, frequencies, (f) => f ** 3).map((powerW) => atWallW(nodeType, powerW)),
  };
}

function fill(
  given: EndPoints | readonly number[],
  frequencies: readonly number[],
  basis: (frequencyGHz: number) => number,
): Float64Array {
  if (!('atHighestFrequency' in given)) return Float64Array.from(given);
  const { atHighestFrequency: high, atLowestFrequency: low } = given;
  const last = frequencies.length - 1;
  const top = basis(frequencies[0]!);
  const bottom = basis(frequencies[last]!);
  // Exact at the ends: a deadline equal to a listed time must be seen as equal (Eq. 24).
  return Float64Array.from(frequencies, (f, p) => {
    if (p === 0) return high;
    return p === last ? low : high + ((low - high) * (basis(f) - top)) / (bottom - top);
  });
}
