import type { RandomStream } from '../../../../../random/stream.js';
import { visitEach } from '../../../../../solvers/genetic/operators.js';
import type { Variation } from '../../../../../solvers/genetic/problem.js';
import { copyGenes, type DesignGenes } from './genes.js';

/** Numbers of tasks, cores and levels that limit the genes of a design. */
export interface GeneRanges {
  readonly tasks: number;
  readonly cores: number;
  readonly levels: number;
  /**
   * Bottom level of each task, s: the length of the longest path from its start to the end of the job. It is the mean
   * of the task's random priorities, so tasks of long chains come first.
   */
  readonly bottomLevel: Float64Array;
}

/** Probability that two parents are crossed over; a usual value (design note on the paper, 2.1). */
const CROSSOVER = 0.9;
/** Fraction of level mutations that change the level by 1; the others draw any level. */
const LEVEL_STEPS = 0.5;
/**
 * Number of genes that share one random number in uniform crossover. Each bit of the number decides whether one gene is
 * exchanged.
 */
const BITS = 30;

/**
 * Returns the variation operators. Uniform crossover exchanges core and priority of a task together, and exchanges
 * levels separately. Mutation changes on average one core, one priority and one level.
 */
export function designVariation({ tasks, cores, levels, bottomLevel }: GeneRanges): Variation<DesignGenes, undefined> {
  return {
    cross: ([mother, father], [one, other], _, random) => {
      copyGenes(one, mother);
      copyGenes(other, father);
      if (random.uniform() >= CROSSOVER) return;
      exchange(tasks, random, (task) => {
        swap(one.coreOf, other.coreOf, task);
        swap(one.priority, other.priority, task);
      });
      exchange(one.levelOf.length, random, (place) => {
        swap(one.levelOf, other.levelOf, place);
      });
    },
    mutate: ({ coreOf, levelOf, priority }, _, random) => {
      if (cores > 1) {
        visitEach(tasks, 1 / tasks, random, (task) => {
          // Another one than now.
          const core = random.integer(0, cores - 2);
          coreOf[task] = core < coreOf[task]! ? core : core + 1;
        });
      }
      visitEach(tasks, 1 / tasks, random, (task) => {
        priority[task] = bottomLevel[task]! * random.uniform(0.5, 1.5);
      });
      if (levels === 1) return;
      visitEach(levelOf.length, 1 / levelOf.length, random, (place) => {
        const level = levelOf[place]!;
        if (random.uniform() < LEVEL_STEPS) {
          const up = level === 0 || (level < levels - 1 && random.uniform() < 0.5);
          levelOf[place] = up ? level + 1 : level - 1;
        } else levelOf[place] = random.integer(0, levels - 1);
      });
    },
  };
}

/** Returns a function that fills genes at random. Priorities are 0.5 to 1.5 times the bottom level of the task. */
export function randomiseGenes({ cores, levels, bottomLevel }: GeneRanges) {
  return ({ coreOf, levelOf, priority }: DesignGenes, random: RandomStream): void => {
    for (let task = 0; task < coreOf.length; task++) {
      coreOf[task] = random.integer(0, cores - 1);
      priority[task] = bottomLevel[task]! * random.uniform(0.5, 1.5);
    }
    for (let place = 0; place < levelOf.length; place++) levelOf[place] = random.integer(0, levels - 1);
  };
}

/** Calls `visit` with each of 0 .. count - 1 with probability 1/2. */
function exchange(count: number, random: RandomStream, visit: (place: number) => void): void {
  for (let first = 0; first < count; first += BITS) {
    const bits = random.integer(0, 2 ** BITS - 1);
    for (let bit = 0; bit < BITS && first + bit < count; bit++) if (((bits >> bit) & 1) === 1) visit(first + bit);
  }
}

type Numbers = Uint8Array | Uint16Array | Float64Array;

function swap(a: Numbers, b: Numbers, place: number): void {
  const kept = a[place]!;
  a[place] = b[place]!;
  b[place] = kept;
}
