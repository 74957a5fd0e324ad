import type { LevelsOf } from '../../../../../../models/families/jobs/design-point.js';
import { copyGenes, createGenes, type DesignGenes } from './genes.js';

/** Genes of a design, with its response time and energy. */
export interface ArchivedDesign {
  readonly genes: DesignGenes;
  timeS: number;
  energyJ: number;
  /** True if local search has tried the design's neighbours. */
  explored: boolean;
}

/**
 * Designs of which none dominates or equals another, by ascending response time. Memory of removed designs is reused.
 */
export class ParetoArchive {
  readonly designs: ArchivedDesign[] = [];
  private readonly spare: ArchivedDesign[] = [];

  constructor(
    private readonly tasks: number,
    private readonly cores: number,
    private readonly levelsOf: LevelsOf,
  ) {}

  /** Returns empty genes of the size that the archive stores. */
  createGenes(): DesignGenes {
    return createGenes(this.tasks, this.cores, this.levelsOf);
  }

  /**
   * Adds a design with a copy of its genes, unless an archived design dominates or equals it. Removes the designs that
   * the new one dominates. Returns true if the design was added.
   */
  add(genes: DesignGenes, timeS: number, energyJ: number): boolean {
    const { designs } = this;
    const at = this.firstAfter(timeS);
    if (at > 0 && designs[at - 1]!.energyJ <= energyJ) return false;
    const from = at > 0 && designs[at - 1]!.timeS === timeS ? at - 1 : at;
    let to = at;
    while (to < designs.length && designs[to]!.energyJ >= energyJ) to++;
    const design = this.spare.pop() ?? { genes: this.createGenes(), timeS, energyJ, explored: false };
    copyGenes(design.genes, genes);
    design.timeS = timeS;
    design.energyJ = energyJ;
    design.explored = false;
    this.spare.push(...designs.splice(from, to - from, design));
    return true;
  }

  /** Returns the index of the first design that is slower than `timeS`. */
  private firstAfter(timeS: number): number {
    let [low, high] = [0, this.designs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.designs[middle]!.timeS <= timeS) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
