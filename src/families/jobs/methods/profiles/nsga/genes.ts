import type { Design, LevelsOf } from '../../../../../../models/families/jobs/design-point.js';

/** Chromosome of a design on k cores of a job of n tasks. */
export interface DesignGenes {
  /** Length n: core of each task, below k. Cores may be empty. */
  readonly coreOf: Uint16Array;
  /** Length k or n: level of each core, or of each task. */
  readonly levelOf: Uint8Array;
  /** Length n: priority of each task; among ready tasks the highest is scheduled next. */
  readonly priority: Float64Array;
}

export function createGenes(tasks: number, cores: number, levelsOf: LevelsOf): DesignGenes {
  return {
    coreOf: new Uint16Array(tasks),
    levelOf: new Uint8Array(levelsOf === 'core' ? cores : tasks),
    priority: new Float64Array(tasks),
  };
}

export function copyGenes(target: DesignGenes, source: DesignGenes): void {
  target.coreOf.set(source.coreOf);
  target.levelOf.set(source.levelOf);
  target.priority.set(source.priority);
}

/** Writes genes that decode to a design. If levels belong to cores, a core gets the level of its last task. */
export function encode(target: DesignGenes, { coreOf, levelOf, order }: Design, levelsOf: LevelsOf): void {
  target.coreOf.set(coreOf);
  for (let task = 0; task < coreOf.length; task++) {
    target.levelOf[levelsOf === 'core' ? coreOf[task]! : task] = levelOf[task]!;
  }
  order.forEach((task, place) => {
    target.priority[task] = order.length - place;
  });
}
