import type { Month } from '../../../../../models/families/jobs/month.js';
import type { MonthSchedule } from '../../../../../models/families/jobs/month-schedule.js';
import { startingUtility } from '../../../../../models/families/utility-function.js';
import { place, running, spread, stretches } from './stretches.js';

/** Maximum number of intervals of a line chart. Our choice: more cannot be distinguished on 1,000 px. */
const MAX_STRETCHES = 300;
/** Maximum number of node types with a line of their own. Our choice: as many as distinguishable colours. */
export const MAX_NODE_TYPES = 6;

/** Values of a month over time, in intervals of equal length. */
export interface MonthOverTime {
  readonly lengthS: number;
  /** Limits of the intervals, s; one more than there are intervals. */
  readonly borderS: readonly number[];
  /** Total value at age 0 of the jobs that arrived up to each interval limit. */
  readonly arrivedValue: readonly number[];
  /** Total value earned up to each interval limit. */
  readonly value: readonly number[];
  /** Total energy of jobs up to each interval limit, J. */
  readonly energyJ: readonly number[];
  /** Mean number of waiting jobs in each interval. */
  readonly waiting: readonly number[];
  /** Node types with most cores, in the instance's order. */
  readonly nodeTypes: readonly {
    readonly name: string;
    readonly cores: number;
    /** Mean number of cores used by jobs in each interval. */
    readonly busyCores: readonly number[];
  }[];
  readonly moreNodeTypes: number;
}

/** Returns the time of the last arrival or end of a job, s; without jobs the length of the period. */
export function lastMomentS({ arrivalS }: Month, { endS }: MonthSchedule, durationS: number): number {
  const latestS = Math.max(endS.reduce(greater, 0), arrivalS.reduce(greater, 0));
  return latestS > 0 ? latestS : durationS;
}

function greater(a: number, b: number): number {
  return Math.max(a, b);
}

/** Returns the node type index of each node. Nodes are numbered type by type. */
export function nodeTypeOf({ nodeTypes }: Month): Int32Array {
  return Int32Array.from(nodeTypes.flatMap(({ nodes }, n) => Array.from({ length: nodes }, () => n)));
}

/** Returns the indices of the node types with most cores, at most `most`, ascending. */
export function largestNodeTypes({ nodeTypes }: Month, most: number): number[] {
  const coresOf = (n: number): number => nodeTypes[n]!.nodes * nodeTypes[n]!.coresPerNode;
  const bySize = nodeTypes.map((_, n) => n).sort((a, b) => coresOf(b) - coresOf(a) || a - b);
  return bySize.slice(0, most).sort((a, b) => a - b);
}

export function monthOverTime(month: Month, schedule: MonthSchedule, durationS: number): MonthOverTime {
  const { nodeTypes, arrivalS, values } = month;
  const { firstPiece, pieceNode, pieceCores, pieceStartS, pieceEndS, pieceEnergyJ, endS, value } = schedule;
  const over = stretches(lastMomentS(month, schedule, durationS), MAX_STRETCHES);
  const { lengthS, borderS } = over;
  const empty = (): Float64Array => new Float64Array(borderS.length - 1);
  const [arrived, earned, drawnJ, waitedS] = [empty(), empty(), empty(), empty()];
  const busyS = nodeTypes.map(empty);
  const typeOf = nodeTypeOf(month);
  for (let job = 0; job < arrivalS.length; job++) {
    const [first, end] = [firstPiece[job]!, firstPiece[job + 1]!];
    place(over, arrived, arrivalS[job]!, startingUtility(values, job));
    place(over, earned, endS[job]!, value[job]);
    spread(over, waitedS, arrivalS[job]!, first < end ? pieceStartS[first]! : endS[job]!, 1);
    for (let p = first; p < end; p++) {
      const [fromS, toS] = [pieceStartS[p]!, pieceEndS[p]!];
      spread(over, busyS[typeOf[pieceNode[p]!]!]!, fromS, toS, pieceCores[p]!);
      if (toS > fromS) spread(over, drawnJ, fromS, toS, pieceEnergyJ[p]! / (toS - fromS));
    }
  }
  const mean = (sums: Float64Array): number[] => Array.from(sums, (sum) => sum / lengthS);
  const shown = largestNodeTypes(month, MAX_NODE_TYPES);
  return {
    lengthS,
    borderS: [...borderS],
    arrivedValue: running(arrived),
    value: running(earned),
    energyJ: running(drawnJ),
    waiting: mean(waitedS),
    nodeTypes: shown.map((n) => ({
      name: nodeTypes[n]!.name,
      cores: nodeTypes[n]!.nodes * nodeTypes[n]!.coresPerNode,
      busyCores: mean(busyS[n]!),
    })),
    moreNodeTypes: nodeTypes.length - shown.length,
  };
}
