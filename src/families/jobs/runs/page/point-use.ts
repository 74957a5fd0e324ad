import type { DesignPoint } from '../../../../../models/families/jobs/design-point.js';
import type { Month } from '../../../../../models/families/jobs/month.js';
import type { MonthSchedule } from '../../../../../models/families/jobs/month-schedule.js';
import { nodeTypeOf } from './over-time.js';

/** How often jobs of one type ran at their design points on one node type. */
export interface PointUse {
  readonly type: number;
  readonly nodeType: number;
  /** Number of pieces of runs at all points of this job type on this node type. */
  readonly pieces: number;
  /** Design points that were used, most used first, then in the order of the method's list. */
  readonly points: readonly { readonly point: DesignPoint; readonly pieces: number }[];
}

/** Returns how often a schedule used the design points of each job type on each node type, most used first. */
export function pointUse(month: Month, schedule: MonthSchedule | null): PointUse[] {
  const nodeTypes = month.nodeTypes.length;
  const counts = Array.from({ length: month.types.length * nodeTypes }, () => new Map<number, number>());
  if (schedule !== null) {
    const typeOf = nodeTypeOf(month);
    const { firstPiece, pieceNode, piecePoint } = schedule;
    for (let job = 0; job < month.typeOf.length; job++) {
      for (let piece = firstPiece[job]!; piece < firstPiece[job + 1]!; piece++) {
        const used = counts[month.typeOf[job]! * nodeTypes + typeOf[pieceNode[piece]!]!]!;
        used.set(piecePoint[piece]!, (used.get(piecePoint[piece]!) ?? 0) + 1);
      }
    }
  }
  return counts
    .map((used, place): PointUse => {
      const [type, nodeType] = [Math.floor(place / nodeTypes), place % nodeTypes];
      const ordered = [...used].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
      return {
        type,
        nodeType,
        pieces: ordered.reduce((sum, [, pieces]) => sum + pieces, 0),
        points: ordered.map(([p, pieces]) => ({ point: schedule!.points[type]![nodeType]![p]!, pieces })),
      };
    })
    .sort((a, b) => b.pieces - a.pieces || a.type - b.type || a.nodeType - b.nodeType);
}
