import {
  CoreLoads,
  createMeasures,
  endsLater,
  type RobustMeasures,
  zValue,
} from '../../../../../models/families/robust/loads.js';
import type { Mapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';

/**
 * A complete mapping with one gene per task: the task's core and P-state. Every change of genes also updates the sums
 * by core.
 */
export interface Chromosome {
  /**
   * Core of each task. Entries have 16 bits where that suffices, because most of the run time goes into copying
   * chromosomes.
   */
  readonly core: Uint16Array | Int32Array;
  readonly pState: Uint8Array;
  /** The same memory as `core`, as 32-bit words, for comparing several genes at once. */
  readonly coreWords: Uint32Array;
  /** The same memory as `pState`, as 32-bit words, for comparing several genes at once. */
  readonly pStateWords: Uint32Array;
  readonly loads: CoreLoads;
  /** For each core, standard normal quantile of the probability that it finishes by the deadline. */
  readonly z: Float64Array;
  /** Makespan and energy measures of the mapping. They are valid from an evaluation until the next change of genes. */
  readonly measures: RobustMeasures;
  /** Number that identifies the genes. Chromosomes with the same nonzero number have equal genes; 0 means unknown. */
  content: number;
  /**
   * Changes of genes that are not yet carried out; null if there are none. As long as there are some, only the measures
   * are up to date (see Nursery).
   */
  pending: PendingGenes | null;
}

/** How a child's genes are to be made: by copying the mother's genes and then applying the changes. */
export interface PendingGenes {
  readonly mother: Chromosome;
  readonly changes: GeneChanges;
}

/** Genes to be set, as a list in a reusable buffer with the task, core and P-state of each. No task occurs twice. */
export interface GeneChanges {
  readonly task: Int32Array;
  readonly core: Int32Array;
  readonly pState: Uint8Array;
  count: number;
}

export function createChromosome(model: RobustModel): Chromosome {
  const { taskCount, coreCount } = model;
  const quads = Math.ceil(taskCount / 4);
  const narrow = coreCount <= 1 << 16;
  const coreWords = new Uint32Array((narrow ? 2 : 4) * quads);
  const pStateWords = new Uint32Array(quads);
  return {
    core: narrow ? new Uint16Array(coreWords.buffer, 0, taskCount) : new Int32Array(coreWords.buffer, 0, taskCount),
    pState: new Uint8Array(pStateWords.buffer, 0, taskCount),
    coreWords,
    pStateWords,
    loads: new CoreLoads(model),
    z: new Float64Array(coreCount),
    measures: createMeasures(),
    content: 0,
    pending: null,
  };
}

/**
 * Copies genes, sums and quantiles from `source` to `target`, but not the measures. The source must have no pending
 * changes.
 */
export function copyGenes(target: Chromosome, source: Chromosome): void {
  target.coreWords.set(source.coreWords);
  target.pStateWords.set(source.pStateWords);
  target.loads.copyFrom(source.loads);
  target.z.set(source.z);
}

/**
 * Lists those of the tasks `first` to `last` whose genes differ between a and b. Writes them to `into`, ascending, and
 * returns their number.
 */
export function listDifferences(a: Chromosome, b: Chromosome, first: number, last: number, into: Int32Array): number {
  const coreA = a.core;
  const coreB = b.core;
  const pStateA = a.pState;
  const pStateB = b.pState;
  let count = 0;
  if (a.content !== 0 && a.content === b.content) return 0;
  for (let task = first; task <= last; task++) {
    if ((task & 3) === 0) {
      task = 4 * firstUnlike(a, b, task >> 2, (last >> 2) + 1);
      if (task > last) break;
    }
    if (coreA[task] !== coreB[task] || pStateA[task] !== pStateB[task]) into[count++] = task;
  }
  return count;
}

/**
 * Returns the first block of four tasks, from block `from` to `to` - 1, in which genes of a and b differ; `to` if there
 * is none.
 */
function firstUnlike(a: Chromosome, b: Chromosome, from: number, to: number): number {
  const coresA = a.coreWords;
  const coresB = b.coreWords;
  const pStatesA = a.pStateWords;
  const pStatesB = b.pStateWords;
  const wide = a.core.BYTES_PER_ELEMENT > 2;
  for (let quad = from; quad < to; quad++) {
    const word = 2 * quad;
    if (pStatesA[quad] !== pStatesB[quad]) return quad;
    if (wide) {
      for (let n = 0; n < 4; n++) if (coresA[2 * word + n] !== coresB[2 * word + n]) return quad;
    } else if (coresA[word] !== coresB[word] || coresA[word + 1] !== coresB[word + 1]) return quad;
  }
  return to;
}

/** Recomputes the sums by core from the genes, in time O(tasks). */
export function sumUp(chromosome: Chromosome): void {
  const { core, pState, loads } = chromosome;
  loads.clear();
  for (let task = 0; task < core.length; task++) loads.add(task, core[task]!, pState[task]!);
  rateCores(chromosome);
}

/** Computes the quantiles `z` of all cores from the sums of their tasks' means and variances. */
export function rateCores({ loads, z }: Chromosome): void {
  for (let place = 0; place < z.length; place++) z[place] = loads.z(place);
}

/**
 * Computes the measures by Eqs. 4, 9 and 10, as CoreLoads.measure does. It is faster, because it uses the known
 * quantiles `z` and takes no square roots for cores.
 */
export function measureInto(measures: RobustMeasures, { loads, z }: Chromosome): void {
  const { model } = loads;
  const finish = loads.finish.value;
  const variance = loads.variance.value;
  let energyMeanJ = loads.taskEnergyJ;
  let energyVarianceJ2 = loads.taskEnergyVarianceJ2;
  let least = Infinity;
  let leastCore = 0;
  for (const { firstCore, cores, overheadW } of model.nodes) {
    let last = firstCore;
    for (let place = firstCore; place < firstCore + cores; place++) {
      if (endsLater(finish, variance, place, last)) last = place;
      if (z[place]! < least) {
        least = z[place]!;
        leastCore = place;
      }
    }
    energyMeanJ += overheadW * finish[last]!;
    energyVarianceJ2 += overheadW * overheadW * variance[last]!;
  }
  measures.makespanZ = least;
  measures.leastCore = leastCore;
  measures.energyMeanJ = energyMeanJ;
  measures.energyVarianceJ2 = energyVarianceJ2;
  measures.energyZ = zValue(model.energyBudgetJ, energyMeanJ, energyVarianceJ2);
}

export function mappingOf({ core, pState }: Chromosome): Mapping {
  return { core: Int32Array.from(core), pState: pState.slice() };
}

/** Copies the genes of a mapping into a chromosome. The sums must be recomputed afterwards. */
export function takeMapping(target: Chromosome, { core, pState }: Mapping): void {
  target.core.set(core);
  target.pState.set(pState);
}
