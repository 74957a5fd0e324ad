import { ENERGY_MEAN, ENERGY_VARIANCE } from '../../../../../models/families/robust/loads.js';
import { type Chromosome, copyGenes, type GeneChanges, measureInto } from './chromosome.js';
import { changeSums, createChanges, setGenes, touchesFew } from './gene-changes.js';
import type { GeneTables } from './gene-tables.js';

/**
 * Makes offspring, and copies their genes only when it is known that they survive. Until then, a child is stored as its
 * difference from its mother, which is small in a uniform population. Its measures are computed by temporary changes of
 * the mother's sums.
 */
export class Nursery {
  private readonly spare: GeneChanges[] = [];
  private readonly saved: SavedSums;
  private contents = 0;

  constructor(
    readonly tables: GeneTables,
    /**
     * True if copies are postponed. If false, every child is copied at once, which gives the same results but is
     * slower.
     */
    private readonly putOff = true,
  ) {
    this.saved = new SavedSums(tables.model.coreCount);
  }

  takeChanges(): GeneChanges {
    const changes = this.spare.pop() ?? createChanges(this.tables.model.taskCount);
    changes.count = 0;
    return changes;
  }

  /**
   * Makes `child` from its mother with the given changes; the copy is postponed. The mother must have no postponed copy
   * herself. She must not change until `settle` or `forget` is called for the child.
   */
  conceive(child: Chromosome, mother: Chromosome, changes: GeneChanges): void {
    this.forget(child);
    child.pending = { mother, changes };
    child.content = changes.count === 0 ? mother.content : this.newContent();
    if (!this.putOff || !touchesFew(changes, child.z.length)) this.settle(child);
  }

  /** Changes the genes of a chromosome that has no postponed copy. */
  change(chromosome: Chromosome, changes: GeneChanges): void {
    setGenes(this.tables, chromosome, changes);
    chromosome.content = this.newContent();
    this.spare.push(changes);
  }

  /**
   * Returns a number that no chromosome has as `content` yet. A caller that sets genes directly must store this number
   * in `content`.
   */
  newContent(): number {
    return ++this.contents;
  }

  /** Carries out the postponed copy of a child. Its measures stay valid. */
  settle(child: Chromosome): void {
    if (child.pending === null) return;
    const { mother, changes } = child.pending;
    copyGenes(child, mother);
    setGenes(this.tables, child, changes);
    this.forget(child);
  }

  /** Cancels the postponed copy of a child. Its genes and sums must be overwritten before they are used. */
  forget(child: Chromosome): void {
    if (child.pending === null) return;
    this.spare.push(child.pending.changes);
    child.pending = null;
  }

  /** Computes the measures of a chromosome, also if its copy is still postponed. */
  measure(chromosome: Chromosome): void {
    const { pending, measures } = chromosome;
    if (pending === null) {
      measureInto(measures, chromosome);
      return;
    }
    const { mother, changes } = pending;
    if (changes.count === 0) {
      Object.assign(measures, mother.measures);
      return;
    }
    this.saved.save(mother, changes);
    changeSums(this.tables, mother, changes);
    measureInto(measures, mother);
    this.saved.restore(mother);
  }
}

/** Saves the sums of the cores that a temporary change concerns, and restores these sums exactly. */
class SavedSums {
  private count = 0;
  private readonly core: Int32Array;
  /** Five numbers per saved core: finish time and variance, each with its rounding remainder, and quantile. */
  private readonly numbers: Float64Array;
  private readonly energy = new Float64Array(4);

  constructor(coreCount: number) {
    // Two cores per change, a quarter of all cores in changes at most (touchesFew).
    this.core = new Int32Array(coreCount);
    this.numbers = new Float64Array(5 * coreCount);
  }

  save(chromosome: Chromosome, { task, core, count }: GeneChanges): void {
    this.count = 0;
    for (let n = 0; n < count; n++) {
      this.keep(chromosome, chromosome.core[task[n]!]!);
      this.keep(chromosome, core[n]!);
    }
    const { energy } = chromosome.loads;
    this.energy[0] = energy.value[ENERGY_MEAN]!;
    this.energy[1] = energy.restFor(ENERGY_MEAN);
    this.energy[2] = energy.value[ENERGY_VARIANCE]!;
    this.energy[3] = energy.restFor(ENERGY_VARIANCE);
  }

  /** Restores all saved sums. A core may have been saved more than once, each time with the same numbers. */
  restore({ loads, z }: Chromosome): void {
    const { numbers, energy } = this;
    for (let n = 0; n < this.count; n++) {
      const core = this.core[n]!;
      loads.finish.restore(core, numbers[5 * n]!, numbers[5 * n + 1]!);
      loads.variance.restore(core, numbers[5 * n + 2]!, numbers[5 * n + 3]!);
      z[core] = numbers[5 * n + 4]!;
    }
    loads.energy.restore(ENERGY_MEAN, energy[0]!, energy[1]!);
    loads.energy.restore(ENERGY_VARIANCE, energy[2]!, energy[3]!);
  }

  private keep({ loads, z }: Chromosome, core: number): void {
    const { numbers } = this;
    const n = this.count++;
    this.core[n] = core;
    numbers[5 * n] = loads.finish.value[core]!;
    numbers[5 * n + 1] = loads.finish.restFor(core);
    numbers[5 * n + 2] = loads.variance.value[core]!;
    numbers[5 * n + 3] = loads.variance.restFor(core);
    numbers[5 * n + 4] = z[core]!;
  }
}
