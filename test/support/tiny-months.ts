import type { Month } from '../../models/families/jobs/month.js';
import { utilityAt, type UtilityFunctions } from '../../models/families/utility-function.js';
import type { PointCosts } from '../../src/families/jobs/methods/bound/bound-points.js';
import type { RandomStream } from '../../src/random/stream.js';
import type { OracleMonth } from '../oracle/month-brute-force.js';
import { shortMonth } from './jobs-months.js';

/** Step of the tiny months' moments, s. */
const STEP_S = 10;

export interface TinyMonth {
  readonly month: Month;
  readonly points: PointCosts;
  readonly perJ: number;
  readonly oracle: OracleMonth;
}

/**
 * Month of a few jobs that crowd one or two nodes: times and arrivals in whole steps, values that stay, fall and drop.
 * @param steps in which jobs may start
 */
export function tinyMonth(draw: RandomStream, jobCount: number, steps: number): TinyMonth {
  const whole = (least: number, most: number): number => draw.integer(least, most);
  const nodeTypes = whole(1, 2);
  const nodes = Array.from({ length: nodeTypes }, () => {
    const cores = whole(1, 3);
    return new Array<number>(nodeTypes === 1 ? whole(1, 2) : 1).fill(cores);
  });
  const types = whole(1, 2);
  const points = Array.from({ length: types }, () =>
    nodes.map(([cores]) => {
      const count = whole(1, Math.min(2, cores!));
      const timeS = STEP_S * whole(1, 3);
      return Array.from({ length: count }, (_, k) => ({
        cores: Math.min(cores!, k + whole(1, 2)),
        timeS: k === 0 ? timeS : STEP_S * whole(1, 2),
        energyJ: whole(5, 30),
      }));
    }),
  );
  const jobs = Array.from({ length: jobCount }, () => ({
    type: whole(0, types - 1),
    atS: STEP_S * whole(0, 2),
    pace: [0.5, 1, 1, 1.5][whole(0, 3)]!,
    curve: [1, 1, 2] as const,
  })).sort((a, b) => a.atS - b.atS);
  const month = { ...shortMonth(nodes, types, jobs), values: curves(draw, jobCount) };
  const perJ = draw.uniform() < 0.5 ? 0 : draw.uniform(0, 0.2);
  const oracle: OracleMonth = {
    jobs: jobs.map(({ atS, pace, type }, job) => ({
      arrivalS: atS,
      pace,
      points: points[type]!.flatMap((row, nodeType) => row.map((point) => ({ nodeType, ...point }))),
      value: (ageS) => utilityAt(month.values, job, ageS),
    })),
    nodes: nodes.flatMap((row, type) => row.map((cores) => ({ type, cores }))),
    perJ,
    stepS: STEP_S,
    steps,
  };
  return { month, points, perJ, oracle };
}

/** Values that stay, fall straight or drop from piece to piece, down to 0 or to a rest that lasts. */
function curves(draw: RandomStream, count: number): UtilityFunctions {
  const [firstPiece, startS, value, slopePerS] = [[0], [] as number[], [] as number[], [] as number[]];
  for (let job = 0; job < count; job++) {
    let [atS, worth] = [0, draw.uniform(2, 10)];
    for (let piece = draw.integer(1, 3); piece > 0; piece--) {
      const lengthS = STEP_S * draw.integer(1, 3) + (draw.uniform() < 0.3 ? draw.uniform(0, STEP_S) : 0);
      const slope = draw.uniform() < 0.5 ? 0 : (draw.uniform(0, 1) * worth) / lengthS;
      startS.push(atS);
      value.push(worth);
      slopePerS.push(slope);
      worth = (worth - slope * lengthS) * (draw.uniform() < 0.5 ? 1 : draw.uniform());
      atS += lengthS;
    }
    startS.push(atS);
    value.push(draw.uniform() < 0.8 ? 0 : worth);
    slopePerS.push(0);
    firstPiece.push(startS.length);
  }
  return {
    count,
    firstPiece: Int32Array.from(firstPiece),
    startS: Float64Array.from(startS),
    value: Float64Array.from(value),
    floor: Float64Array.from(value),
    ratePerS: new Float64Array(value.length),
    slopePerS: Float64Array.from(slopePerS),
  };
}
