import type { DesignPoint } from '../../models/families/jobs/design-point.js';
import type { Month } from '../../models/families/jobs/month.js';
import type { UtilityFunctions } from '../../models/families/utility-function.js';

/** Point without a design: simulations look at its cores, time, energy and levels. */
export function bare(cores: number, timeS: number, energyJ: number, levels: readonly number[] = []): DesignPoint {
  const none = new Uint16Array(0);
  return { cores, timeS, energyJ, coreOf: none, levelOf: Uint8Array.from(levels), order: none };
}

/** Job of a month in short. */
export interface ShortJob {
  readonly type?: number;
  readonly atS: number;
  /** Value up to the soft deadline, soft deadline and end, both ages in s. */
  readonly curve: readonly [worth: number, softS: number, endS: number];
  readonly pace?: number;
}

/** Month of short jobs. @param nodes cores of the nodes by node type: [[3, 3]] is one type with two nodes of 3 cores */
export function shortMonth(
  nodes: readonly (readonly number[])[],
  types: number,
  jobs: readonly ShortJob[],
  [checkS, moveInNodeS, moveToNodeS, changeLevelS = 0]: readonly [number, number, number, number?] = [0, 0, 0],
): Month {
  const power = { dynamicPowerW: new Float64Array(1), staticPowerW: 0 };
  return {
    nodeTypes: nodes.map((cores, n) => ({ name: `n${n}`, nodes: cores.length, coresPerNode: cores[0]!, power })),
    levelsOf: 'core',
    types: Array.from({ length: types }, (_, t) => ({ name: `t${t}`, graphs: [] })),
    typeOf: Int32Array.from(jobs, ({ type = 0 }) => type),
    arrivalS: Float64Array.from(jobs, ({ atS }) => atS),
    values: curves(jobs.map(({ curve }) => curve)),
    paceOf: Float64Array.from(jobs, ({ pace = 1 }) => pace),
    overheads: { checkS, moveInNodeS, moveToNodeS, changeLevelS },
  };
}

function curves(rows: readonly ShortJob['curve'][]): UtilityFunctions {
  const value = Float64Array.from(rows.flatMap(([worth]) => [worth, worth, 0]));
  return {
    count: rows.length,
    firstPiece: Int32Array.from({ length: rows.length + 1 }, (_, j) => 3 * j),
    startS: Float64Array.from(rows.flatMap(([, softS, endS]) => [0, softS, endS])),
    value,
    floor: value.slice(),
    ratePerS: new Float64Array(value.length),
    slopePerS: Float64Array.from(rows.flatMap(([worth, softS, endS]) => [0, worth / (endS - softS), 0])),
  };
}
