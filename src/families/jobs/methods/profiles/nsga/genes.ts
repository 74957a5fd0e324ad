import type { Design, LevelsOf } from '../../../../../../models/families/jobs/design-point.js';

/** Chromosome of a design: a core and a priority for each task, and a level for each core (or each task). */
export interface DesignGenes {
  /** Core of each task, from 0. Cores may be without tasks. */
  readonly coreOf: Uint16Array;
  /** Level of each core, or of each task if levels belong to tasks. */
  readonly levelOf: Uint8Array;
  /** Priority of each task; of the ready tasks the one with the highest priority is scheduled next. */
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
