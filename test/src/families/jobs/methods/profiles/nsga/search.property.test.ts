import { describe, expect, it } from 'vitest';
import { designFaults, execute } from '../../../../../../../models/families/jobs/design-point.js';
import { type Cost, hypervolumeShare, nonDominated } from '../../../../../../../models/families/jobs/hypervolume.js';
import type { Front } from '../../../../../../../models/families/jobs/profile.js';
import { exactFront } from '../../../../../../../src/families/jobs/methods/profiles/exact-fronts.js';
import {
  NSGA,
  nsgaFront,
  type NsgaOptions,
} from '../../../../../../../src/families/jobs/methods/profiles/nsga/search.js';
import { randomStream } from '../../../../../../../src/random/stream.js';
import { enumeratedFront } from '../../../../../../oracle/job-fronts.js';
import { fastestLevels, plainJob, randomTaskGraph, SIX_LEVELS } from '../../../../../../support/task-graphs.js';

const POWER = fastestLevels(3);
const graphOf = (seed: number, tasks: number, levels = 3) =>
  randomTaskGraph(randomStream(seed, 'graphs'), { tasks, levels, edgeShare: 0.4 });
const found = (seed: number, tasks: number, cores: number, changes: Partial<NsgaOptions> = {}): Front =>
  nsgaFront(graphOf(seed, tasks), POWER, cores, { ...NSGA, ...changes }, { random: randomStream(seed, 'nsga') }).found;
const enumerated = (seed: number, tasks: number, cores: number): Cost[] =>
  enumeratedFront(plainJob(graphOf(seed, tasks), POWER), cores, 'core').map(([timeS, energyJ]) => ({ timeS, energyJ }));
const LITTLE = { populationSize: 16, generations: 4 } as const;

describe('fronts by NSGA-II', () => {
  it('are the exact ones where all designs can be enumerated', () => {
    for (const [seed, tasks, cores] of [
      [1, 4, 2],
      [2, 4, 3],
      [3, 5, 2],
      [5, 4, 4],
    ] as const) {
      const exact = enumerated(seed, tasks, cores);
      expect(exact.length).toBeGreaterThan(1);
      expect([seed, hypervolumeShare(found(seed, tasks, cores).points, exact)]).toEqual([
        seed,
        expect.closeTo(1, 9) as number,
      ]);
    }
  });

  it('have nearly the hypervolume of proven ones', () => {
    for (const [seed, tasks, cores] of [
      [6, 6, 3],
      [7, 7, 4],
      [8, 8, 3],
    ] as const) {
      const exact = exactFront(graphOf(seed, tasks), POWER, cores);
      expect(exact.complete).toBe(true);
      const share = hypervolumeShare(found(seed, tasks, cores).points, exact.points);
      expect(share).toBeGreaterThan(0.97);
      expect(share).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it('hold sound designs on exactly k cores with their true costs, by time, none dominated', () => {
    for (const levelsOf of ['core', 'task'] as const) {
      for (const cores of [2, 5, 9]) {
        const { points, proof } = found(7, 9, cores, { ...LITTLE, levelsOf });
        expect(proof.kind).toBe('none');
        for (const point of points) {
          expect(designFaults(graphOf(7, 9), point)).toEqual([]);
          const { timeS, energyJ } = execute(graphOf(7, 9), POWER, point);
          expect([point.cores, point.timeS, point.energyJ]).toEqual([cores, timeS, energyJ]);
          if (levelsOf === 'task') continue;
          const levels = new Set(Array.from(point.coreOf, (core, task) => `${core}: ${point.levelOf[task]!}`));
          expect(levels.size).toBe(cores);
        }
        const costs = points.map(({ timeS, energyJ }) => ({ timeS, energyJ }));
        expect(costs).toEqual(nonDominated(costs));
      }
    }
  });

  it('are the same for the same stream, and others for another', () => {
    const run = (stream: number): Front =>
      nsgaFront(
        graphOf(8, 9),
        POWER,
        4,
        { ...NSGA, ...LITTLE, polish: 'none' },
        { random: randomStream(stream, 'nsga') },
      ).found;
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
  });

  it('gain by polishing, of levels and more by all, and lose nothing', () => {
    const fronts = (['none', 'levels', 'all'] as const).map((polish) => found(9, 10, 5, { ...LITTLE, polish }).points);
    const [none, levels, all] = fronts.map((points) => hypervolumeShare(points, fronts.flat()));
    expect(levels).toBeGreaterThan(none!);
    expect(all).toBeGreaterThan(levels!);
  });

  it('hold levels of tasks that are at least as good as those of cores', () => {
    const [byCore, byTask] = (['core', 'task'] as const).map((levelsOf) => found(4, 5, 2, { levelsOf }).points);
    const best = nonDominated([...byCore!, ...byTask!]);
    expect(hypervolumeShare(byTask!, best)).toBeCloseTo(1, 3);
    expect(hypervolumeShare(byCore!, best)).toBeLessThan(0.99);
  });

  it('on one core hold every level but the slowest, which static power makes wasteful, and are exact', () => {
    const graph = graphOf(1, 6, 6);
    const { found: front } = nsgaFront(graph, SIX_LEVELS, 1, NSGA, { random: randomStream(1, 'nsga') });
    expect(front.points.map(({ levelOf }) => [...new Set(levelOf)])).toEqual([[5], [4], [3], [2], [1]]);
    expect(front.proof).toEqual({ kind: 'exact' });
    // All tasks one after the other: the sum of their times, and in energy (dynamic + static power) x time.
    for (const { timeS, energyJ, levelOf } of front.points) {
      let sumS = 0;
      for (let task = 0; task < 6; task++) sumS += graph.timeS[task * 6 + levelOf[0]!]!;
      expect(timeS).toBeCloseTo(sumS, 9);
      expect(energyJ).toBeCloseTo(sumS * (SIX_LEVELS.dynamicPowerW[levelOf[0]!]! + 0.25), 9);
    }
  });

  it('are never worse than a seed', () => {
    const graph = graphOf(10, 10);
    const long = nsgaFront(graph, POWER, 4, NSGA, { random: randomStream(1, 'long') }).found.points;
    const seeded = nsgaFront(
      graph,
      POWER,
      4,
      { ...NSGA, populationSize: 40, generations: 0, polish: 'none' },
      { random: randomStream(2, 'short'), seeds: long },
    ).found.points;
    for (const { timeS, energyJ } of long) {
      expect(seeded.some((one) => one.timeS <= timeS * (1 + 1e-9) && one.energyJ <= energyJ * (1 + 1e-9))).toBe(true);
    }
  });

  it('are what was found until then where the search is stopped', () => {
    let asked = 0;
    const outcome = nsgaFront(graphOf(8, 9), POWER, 4, NSGA, {
      random: randomStream(1, 'nsga'),
      shouldStop: () => ++asked === 3,
    });
    expect(outcome.stoppedEarly).toBe(true);
    expect(outcome.evaluations).toBe(60 + 2 * 60);
    expect(outcome.found.points.length).toBeGreaterThan(0);
  });

  it('refuse more cores than tasks', () => {
    expect(() => found(1, 4, 5)).toThrow(RangeError);
    expect(() => found(1, 4, 0)).toThrow(RangeError);
  });
});
