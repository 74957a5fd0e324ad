import type { EndPoints, NodeType, TaskOnNodeType } from '../../facility/facility.js';

/**
 * Time alone and core power of one task type in every P-state of a node type.
 * Shapes: pStates. Units: s, W (at the wall: divided by the power supply's efficiency).
 */
export interface PStateTable {
  readonly timeS: Float64Array;
  readonly powerW: Float64Array;
}

/**
 * Returns the times and powers of all P-states from the measured end points: time = a + b / f, power = a + b f^3, both
 * through the values at the highest and the lowest frequency f. Arrays with a value per P-state are taken as they are.
 * With a single P-state the value at the highest frequency counts. Not in the papers: docs/decisions/p-states.md.
 */
export function pStateTable(nodeType: NodeType, task: TaskOnNodeType): PStateTable {
  const frequencies = nodeType.pStateFrequenciesGHz;
  const efficiency = nodeType.psuEfficiency ?? 1;
  return {
    timeS: fill(task.timeS, frequencies, (f) => 1 / f),
    powerW: fill(task.corePowerW, frequencies, (f) => f ** 3).map((powerW) => powerW / efficiency),
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
