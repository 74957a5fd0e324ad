import type { ParetoArchive } from './archive.js';
import type { Decoder } from './decoder.js';
import { copyGenes, type DesignGenes } from './genes.js';
import type { GeneRanges } from './variation.js';

/** Neighbours that local search tries: 'none', only other levels ('levels'), or also other cores and orders ('all'). */
export type Polish = 'none' | 'levels' | 'all';

/**
 * Pareto local search: tries the neighbours of each design in an archive until none is untried. A neighbour is added
 * unless an archived design dominates or equals it, or it has an unused core.
 *
 * A neighbour differs from a design in the level of one core (or task), an exchange of two tasks between their cores,
 * or the position of one task in the order, on any core.
 */
export class Polisher {
  /** Number of designs whose time and energy were computed. */
  evaluations = 0;
  private readonly base: DesignGenes;
  private readonly trial: DesignGenes;

  constructor(
    private readonly archive: ParetoArchive,
    private readonly decoder: Decoder,
    private readonly ranges: GeneRanges,
    private readonly polish: Polish,
    /** Returns true if the search should end, even before all neighbours of a design are tried. */
    private readonly isOver: (evaluations: number) => boolean,
  ) {
    [this.base, this.trial] = [archive.createGenes(), archive.createGenes()];
  }

  /** Tries the neighbours of the next design. Returns false if no design is left. */
  advance(): boolean {
    const next = this.polish === 'none' ? undefined : this.archive.designs.find(({ explored }) => !explored);
    if (next === undefined) return false;
    next.explored = true;
    const { base, trial, decoder } = this;
    copyGenes(base, next.genes);
    decoder.decode(base);
    // Priorities by place in the order, so that those between two places are known.
    const order = decoder.order.slice();
    order.forEach((task, place) => {
      base.priority[task] = order.length - place;
    });
    copyGenes(trial, base);
    this.otherLevels();
    if (this.polish === 'all') {
      this.exchanges();
      for (const [place, task] of order.entries()) if (!this.isOver(this.evaluations)) this.otherPlaces(task, place);
    }
    return true;
  }

  private otherLevels(): void {
    const { base, trial } = this;
    for (let place = 0; place < base.levelOf.length; place++) {
      for (let level = 0; level < this.ranges.levels; level++) {
        trial.levelOf[place] = level;
        if (level !== base.levelOf[place]) this.attempt();
      }
      trial.levelOf[place] = base.levelOf[place]!;
    }
  }

  private exchanges(): void {
    const { base, trial } = this;
    for (let task = 0; task < this.ranges.tasks && !this.isOver(this.evaluations); task++) {
      for (let other = task + 1; other < this.ranges.tasks; other++) {
        if (base.coreOf[task] === base.coreOf[other]) continue;
        trial.coreOf[task] = base.coreOf[other]!;
        trial.coreOf[other] = base.coreOf[task]!;
        this.attempt();
        trial.coreOf[other] = base.coreOf[other]!;
      }
      trial.coreOf[task] = base.coreOf[task]!;
    }
  }

  /**
   * Tries a task at every other position of the order, on each core. If a position violates an edge, the decoder moves
   * it to an allowed one.
   */
  private otherPlaces(task: number, place: number): void {
    const { base, trial } = this;
    const { tasks, cores } = this.ranges;
    for (let to = 0; to < tasks; to++) {
      trial.priority[task] = to === place ? base.priority[task]! : tasks - to + (to < place ? 0.5 : -0.5);
      for (let core = 0; core < cores; core++) {
        trial.coreOf[task] = core;
        // On its core, behind the next is where that one would be before this one.
        if (core !== base.coreOf[task] || (to !== place && to !== place + 1)) this.attempt();
      }
    }
    trial.coreOf[task] = base.coreOf[task]!;
    trial.priority[task] = base.priority[task]!;
  }

  private attempt(): void {
    const { decoder } = this;
    this.evaluations++;
    decoder.decode(this.trial);
    if (decoder.coresUsed === this.ranges.cores) this.archive.add(this.trial, decoder.timeS, decoder.energyJ);
  }
}
