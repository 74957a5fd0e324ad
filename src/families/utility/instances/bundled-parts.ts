import type { IntervalClass, PriorityShare, UtilityInterval } from '../../../../models/problems/utility/definitions.js';

/** Lengths of the constant part, in mean execution times. Ours (docs/decisions/utility-instances.md). */
const CONSTANT_PARTS = [1, 1.5, 2, 3];

/** Shapes after a constant part of c mean times, of one interval or two. Ours (docs/decisions/utility-instances.md). */
const SHAPES: readonly { readonly name: string; readonly after: (c: number) => readonly UtilityInterval[] }[] = [
  { name: 'decay', after: (c) => [interval(c, 1, 0, 1)] },
  { name: 'drop-decay', after: (c) => [interval(c, 0.5, 0, 1)] },
  { name: 'two-decays', after: (c) => [interval(c, 1, 0.5, 2), interval(c + 3, 0.5, 0, 0.5)] },
  { name: 'step', after: (c) => [interval(c, 0.25, 0.25, 0), interval(2 * c, 0, 0, 0)] },
  { name: 'slow-decay', after: (c) => [interval(c, 1, 0, 0.25), interval(c + 8, 0, 0, 0)] },
];

function interval(
  startOverMeanTime: number,
  fraction: number,
  approaches: number,
  urgencyModifier: number,
): UtilityInterval {
  return { startOverMeanTime, fraction, approaches, urgencyModifier };
}

/** Twenty classes: five shapes after four lengths of a constant part, so that a task which starts at once earns its starting utility. */
export function twentyClasses(): IntervalClass[] {
  return SHAPES.flatMap(({ name, after }) =>
    CONSTANT_PARTS.map((c): IntervalClass => ({
      name: `${name}-${c}`,
      shape: 'intervals',
      intervals: [interval(0, 1, 1, 0), ...after(c)],
    })),
  );
}

/** Urgencies of the columns of the table below, per urgencyUnitS (seed 000 Table 2). */
const URGENCIES = [0.6, 0.2, 0.1, 0.01];
/** Levels of priority: range of starting utilities, and share of tasks by urgency, per cent (seed 000 Table 2, which adds up to 100). */
const LEVELS = [
  { name: 'critical', above: 6, most: 8, shares: [2, 2, 0.05, 0] },
  { name: 'high', above: 4, most: 6, shares: [3.45, 5, 1.5, 3] },
  { name: 'medium', above: 2, most: 4, shares: [0, 10, 10, 10] },
  { name: 'low', above: 1, most: 2, shares: [0, 0, 20, 33] },
];

/** Priorities with starting utilities anywhere in their ranges. */
export function continuousPriorities(): PriorityShare[] {
  return LEVELS.flatMap(({ name, above, most, shares }) =>
    shares.flatMap((share, u): PriorityShare[] =>
      share === 0 ? [] : [{ name, startingUtility: most, startingUtilityAbove: above, urgency: URGENCIES[u]!, share }],
    ),
  );
}

/** Starting utilities 8, 4, 2 and 1 for the four levels (seed 001). */
export function steppedPriorities(): PriorityShare[] {
  const utilities = [8, 4, 2, 1];
  return LEVELS.flatMap((level, n) => levelPriorities(level.name, utilities[n]!));
}

/** One level of the table at one starting utility. */
export function levelPriorities(level: string, startingUtility: number): PriorityShare[] {
  const { shares } = LEVELS.find(({ name }) => name === level)!;
  return shares.flatMap((share, u): PriorityShare[] =>
    share === 0 ? [] : [{ name: level, startingUtility, urgency: URGENCIES[u]!, share }],
  );
}
