import type { EndPoints, NodeType } from '../../../models/facility/facility.js';
import { randomStream } from '../../random/stream.js';
import { fourDigits } from '../../instances/four-digits.js';
import { type Benchmark, MEMORY_CLASS, MEMORY_CLASS_BOUNDS, type MemoryClass } from './benchmarks.js';

/** A task type of a generated room: a benchmark of the thesis (copy 1), or a similar program derived from one. */
export interface ThesisTask {
  /** The benchmark's name; for further copies with the number of the copy, e.g. canneal-2. */
  readonly name: string;
  readonly benchmark: Benchmark;
  readonly memoryClass: MemoryClass;
  readonly copy: number;
}

/** Returns `count` task types: the benchmarks, then a second copy of each, then a third copy of each, and so on. */
export function thesisTasks(benchmarks: readonly Benchmark[], count = benchmarks.length): ThesisTask[] {
  return Array.from({ length: count }, (_, n) => {
    const benchmark = benchmarks[n % benchmarks.length]!;
    const copy = 1 + Math.floor(n / benchmarks.length);
    return {
      name: copy === 1 ? benchmark : `${benchmark}-${copy}`,
      benchmark,
      memoryClass: MEMORY_CLASS[benchmark],
      copy,
    };
  });
}

/**
 * Ranges of the random factors by which a copy differs from its benchmark, drawn for each copy and node type. Our
 * choice: docs/decisions/workload-parameters.md.
 */
export const COPY_FACTORS = { time: [0.8, 1.25], power: [0.85, 1.15], intensity: [0.5, 2] } as const;

/**
 * Adds copies of task types to the node types that run the benchmarks. Execution times, powers and memory intensity are
 * those of the benchmark, each multiplied by a random factor and rounded to four digits. Memory intensities stay within
 * the range of their class.
 */
export function withTaskCopies(nodeTypes: readonly NodeType[], tasks: readonly ThesisTask[], seed: number): NodeType[] {
  return nodeTypes.map((type) => ({
    ...type,
    tasks: tasks.map(({ name, benchmark, memoryClass, copy }) => {
      const original = type.tasks.find((task) => task.taskType === benchmark);
      if (original === undefined) throw new RangeError(`${type.name} does not run ${benchmark}`);
      if (copy === 1) return original;
      const draw = randomStream(seed, `copy ${name} on ${type.name}`);
      const time = draw.uniform(...COPY_FACTORS.time);
      const power = draw.uniform(...COPY_FACTORS.power);
      const intensity = original.memoryIntensity * draw.uniform(...COPY_FACTORS.intensity);
      const [low, high] = MEMORY_CLASS_BOUNDS[memoryClass];
      return {
        taskType: name,
        timeS: scaled(original.timeS, time),
        corePowerW: scaled(original.corePowerW, power),
        memoryIntensity: fourDigits(Math.min(high, Math.max(low, intensity))),
      };
    }),
  }));
}

function scaled(given: EndPoints | readonly number[], factor: number): EndPoints | readonly number[] {
  if (!('atHighestFrequency' in given)) return given.map((value) => fourDigits(value * factor));
  return {
    atHighestFrequency: fourDigits(given.atHighestFrequency * factor),
    atLowestFrequency: fourDigits(given.atLowestFrequency * factor),
  };
}
