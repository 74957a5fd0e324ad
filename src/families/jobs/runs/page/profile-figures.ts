import type { Month } from '../../../../../models/families/jobs/month.js';
import { type Front, leastProduct, type Profile } from '../../../../../models/families/jobs/profile.js';
import type { PointUse } from './point-use.js';

/** Maximum numbers of charts of fronts, of fronts in a chart, and of listed names of job types without a chart. */
const [MAX_PANELS, MAX_FRONTS, MAX_NAMES] = [6, 10, 40];

/** Chart of the fronts of a job type on a node type, with the design points at which its jobs ran. */
export interface FrontPanel {
  readonly type: string;
  readonly nodeType: string;
  readonly pieces: number;
  readonly fronts: readonly FrontFigure[];
  readonly moreFronts: number;
  readonly used: readonly {
    readonly cores: number;
    readonly timeS: number;
    readonly energyJ: number;
    readonly pieces: number;
  }[];
}

export interface FrontFigure {
  readonly cores: number;
  readonly proof: Front['proof']['kind'];
  /**
   * Optimality gap of the least product of time and energy, 1 - bound / product; 0 for an exact front, null if nothing
   * is proven.
   */
  readonly gap: number | null;
  /** Points by ascending response time (s), with their energy (J). */
  readonly points: readonly (readonly [timeS: number, energyJ: number])[];
  /** Index of the point with the least product of time and energy. */
  readonly product: number;
}

export interface ProfileFigures {
  readonly panels: readonly FrontPanel[];
  /** Names of job types without a chart, with the node type if there are several. */
  readonly others: readonly string[];
  /** Number of further job types neither drawn nor named. */
  readonly moreNames: number;
}

/** Returns the data of the charts of fronts for the most used job types. */
export function profileFigures(
  month: Month,
  profiles: readonly (readonly Profile[])[],
  uses: readonly PointUse[],
): ProfileFigures {
  const known = uses.filter(({ type, nodeType }) => (profiles[type]?.[nodeType]?.fronts.length ?? 0) > 0);
  const others = known.slice(MAX_PANELS).map(({ type, nodeType }) => {
    const { name } = month.types[type]!;
    return month.nodeTypes.length > 1 ? `${name} on ${month.nodeTypes[nodeType]!.name}` : name;
  });
  return {
    panels: known.slice(0, MAX_PANELS).map((use): FrontPanel => {
      const all = profiles[use.type]![use.nodeType]!.fronts.filter(({ points }) => points.length > 0);
      const fronts = spaced(all, MAX_FRONTS);
      return {
        type: month.types[use.type]!.name,
        nodeType: month.nodeTypes[use.nodeType]!.name,
        pieces: use.pieces,
        fronts: fronts.map(frontFigure),
        moreFronts: all.length - fronts.length,
        used: use.points.map(({ point: { cores, timeS, energyJ }, pieces }) => ({ cores, timeS, energyJ, pieces })),
      };
    }),
    others: others.slice(0, MAX_NAMES),
    moreNames: Math.max(0, others.length - MAX_NAMES),
  };
}

function frontFigure({ cores, points, proof }: Front): FrontFigure {
  const product = leastProduct(points);
  const { timeS, energyJ } = points[product]!;
  const least = timeS * energyJ;
  const gap =
    proof.kind === 'exact' ? 0 : proof.kind === 'bounded' && least > 0 ? 1 - proof.productBoundSJ / least : null;
  return { cores, proof: proof.kind, gap, points: points.map((one) => [one.timeS, one.energyJ]), product };
}

/** Returns at most `most` entries of a list at equal distances, including the first and the last. */
function spaced<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, k) => list[Math.round((k * (list.length - 1)) / (most - 1))]!);
}
