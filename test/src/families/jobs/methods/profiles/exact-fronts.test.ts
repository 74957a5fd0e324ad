import { describe, expect, it } from 'vitest';
import { leastProduct } from '../../../../../../models/families/jobs/profile.js';
import { exactFront } from '../../../../../../src/families/jobs/methods/profiles/exact-fronts.js';
import { graphOf, jobOf, layeredJob, SIX_LEVELS } from '../../../../../support/jobs/task-graphs.js';
import { mulberry } from '../../../../../support/jobs/mulberry.js';

/** Chain of four tasks and a fork of six equal ones between two others; times at the fastest level, s. */
const CHAIN = jobOf(
  [100, 50, 70, 80],
  [
    [0, 1, 5],
    [1, 2, 5],
    [2, 3, 5],
  ],
);
const EQUAL_S = 60;
const FORK = jobOf(
  [30, ...Array<number>(6).fill(EQUAL_S), 20],
  [1, 2, 3, 4, 5, 6].flatMap(
    (task) =>
      [
        [0, task, 0],
        [task, 7, 0],
      ] as const,
  ),
);

describe('exact fronts of known jobs', () => {
  it('on one core have five points: the slowest of six levels needs more energy than the next', () => {
    const { graph, power } = graphOf(CHAIN);
    const { points, proof } = exactFront(graph, power, 1);
    expect(proof.kind).toBe('exact');
    expect(points.map(({ levelOf }) => levelOf[0])).toEqual([5, 4, 3, 2, 1]);
    const energies = SIX_LEVELS.dynamicPowerW.map((watt, level) => 300 * SIX_LEVELS.timeFactor[level]! * (watt + 0.25));
    points.forEach(({ energyJ, levelOf }) => {
      expect(energyJ).toBeCloseTo(energies[levelOf[0]!]!, 9);
    });
    expect(energies[0]).toBeGreaterThan(energies[1]!);
  });

  it('of a chain are beaten on one core by a design as fast and cheaper, at every number of cores', () => {
    const { graph, power } = graphOf(CHAIN);
    const fronts = [1, 2, 3, 4].map((cores) => exactFront(graph, power, cores));
    const [alone, ...others] = fronts;
    const product = ({ points }: (typeof fronts)[number]): number =>
      points[leastProduct(points)]!.timeS * points[leastProduct(points)]!.energyJ;
    for (const front of others) {
      expect(product(front)).toBeGreaterThan(product(alone!));
      expect(front.points[0]!.timeS).toBeGreaterThan(alone!.points[0]!.timeS);
    }
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'of a fork of six equal tasks: the fastest on %i cores takes ceil(6 / k) of them in a row',
    (cores) => {
      const { graph, power } = graphOf(FORK);
      const { points } = exactFront(graph, power, cores);
      expect(points[0]!.timeS).toBeCloseTo(30 + Math.ceil(6 / cores) * EQUAL_S + 20, 9);
    },
  );

  it('take few nodes where tasks are interchangeable', () => {
    const { graph, power } = graphOf(FORK);
    const unlike = graphOf(jobOf([30, 60, 60.5, 61, 61.5, 62, 62.5, 20], FORK.edges));
    const { nodes } = exactFront(graph, power, 3);
    expect(nodes).toBeLessThan(exactFront(unlike.graph, unlike.power, 3).nodes / 5);
  });

  it('with a limit of nodes say what may have been missed, the same every time', () => {
    const { graph, power } = graphOf(layeredJob(7, mulberry(3)));
    const whole = exactFront(graph, power, 3);
    const least = Math.min(...whole.points.map(({ timeS, energyJ }) => timeS * energyJ));
    const stopped = exactFront(graph, power, 3, { nodeLimit: whole.nodes >> 1 });
    expect(stopped.complete).toBe(false);
    if (stopped.proof.kind !== 'bounded') throw new Error(stopped.proof.kind);
    expect(stopped.proof.productBoundSJ).toBeLessThanOrEqual(least);
    expect(stopped.proof.productBoundSJ).toBeGreaterThan(0.5 * least);
    expect(exactFront(graph, power, 3, { nodeLimit: whole.nodes >> 1 })).toEqual(stopped);
    expect(exactFront(graph, power, 3, { shouldStop: () => true }).complete).toBe(false);
  });

  it('begin with the designs given, if these are sound', () => {
    const { graph, power } = graphOf(FORK);
    const whole = exactFront(graph, power, 2);
    const again = exactFront(graph, power, 2, { seeds: whole.points });
    expect(again.points).toEqual(whole.points);
    expect(again.nodes).toBeLessThan(whole.nodes);
    const [design] = whole.points;
    const backwards = { ...design!, order: design!.order.toReversed() };
    expect(() => exactFront(graph, power, 2, { seeds: [backwards] })).toThrow('Seed: task 7 before its predecessor');
  });

  it('with levels of tasks are never behind those with levels of cores', () => {
    const { graph, power } = graphOf(layeredJob(5, mulberry(8)));
    const ofTasks = exactFront(graph, power, 2, { levelsOf: 'task' }).points;
    for (const { timeS, energyJ } of exactFront(graph, power, 2).points) {
      expect(ofTasks.some((point) => point.timeS <= timeS * (1 + 1e-9) && point.energyJ <= energyJ * (1 + 1e-9))).toBe(
        true,
      );
    }
  });

  it('refuse numbers of cores that no design has', () => {
    const { graph, power } = graphOf(CHAIN);
    for (const cores of [0, 5, 1.5]) expect(() => exactFront(graph, power, cores)).toThrow(RangeError);
  });
});
