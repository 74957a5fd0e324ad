import type { StateGrid } from '../../../../models/families/templates/instance.js';
import type { Template } from '../../../../models/families/templates/template.js';
import { stateAt } from '../../../../models/families/templates/states.js';
import type { TemplatesSolver } from '../methods/solve-templates.js';
import { enoughForRunning } from './enough-cores.js';
import type { CoresFigures, RoundingRule } from './result.js';
import { coresBy, coresFigures, nodeRiseKPerCore } from './whole-cores.js';

/**
 * Number of combinations of running cores after which the solver discards earlier results. The number affects the last
 * digits in a database.
 */
export const VECTORS_PER_CHUNK = 12;

/**
 * Consecutive combinations of running cores, which are solved as one part. The division into chunks depends only on the
 * instance, and so do the templates.
 */
export interface Chunk {
  readonly index: number;
  readonly firstVector: number;
  readonly vectorCount: number;
}

export function vectorCount({ runningCores }: StateGrid): number {
  return runningCores.reduce((count, axis) => count * axis.length, 1);
}

export function chunksOf(grid: StateGrid): Chunk[] {
  const vectors = vectorCount(grid);
  return Array.from({ length: Math.ceil(vectors / VECTORS_PER_CHUNK) }, (_, index) => {
    const firstVector = index * VECTORS_PER_CHUNK;
    return { index, firstVector, vectorCount: Math.min(VECTORS_PER_CHUNK, vectors - firstVector) };
  });
}

/** Returns a chunk's states in solving order: by running cores, then arriving work, then power limit. */
export function statesOfChunk(grid: StateGrid, { firstVector, vectorCount: count }: Chunk): number[] {
  const vectors = vectorCount(grid);
  const limits = grid.powerLimitW.length;
  return Array.from({ length: count }, (_, k) => firstVector + k).flatMap((vector) =>
    grid.arrivingWorkPerS.flatMap((_, a) => grid.powerLimitW.map((_, p) => (a * vectors + vector) * limits + p)),
  );
}

/**
 * Template with whole cores by the rule 'safe'. `figures` has work, power and hottest outlet with the whole cores of
 * each rounding rule.
 */
export interface SolvedTemplate {
  readonly template: Template;
  readonly figures: Readonly<Record<RoundingRule, CoresFigures>>;
}

/**
 * Returns the templates of a chunk, in the order of statesOfChunk.
 *
 * @throws Error if a figure is not a number
 */
export function solveChunk(solver: TemplatesSolver, chunk: Chunk): SolvedTemplate[] {
  const { model } = solver;
  const { grid } = model.instance;
  const states = statesOfChunk(grid, chunk);
  solver.forget();
  const templates = Array.from({ length: chunk.vectorCount }, (_, k) => chunk.firstVector + k).flatMap((vector) =>
    solvedVector(solver, stateAt(grid, vector * grid.powerLimitW.length).runningCores),
  );
  const riseKPerCore = nodeRiseKPerCore(model);
  return templates.map((found, k) => {
    const state = stateAt(grid, states[k]!);
    const template = enoughForRunning(model, riseKPerCore, state, checked({ ...found, state: state.index }));
    const figuresBy = (rule: RoundingRule): CoresFigures =>
      coresFigures(model, riseKPerCore, template, coresBy(rule, model, template));
    return { template, figures: { safe: figuresBy('safe'), ceiling: figuresBy('ceiling') } };
  });
}

function solvedVector(solver: TemplatesSolver, runningCores: readonly number[]): Template[] {
  const { arrivingWorkPerS, powerLimitW } = solver.model.instance.grid;
  try {
    return solver.solve({ runningCores, arrivingWorkPerS, powerLimitW });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`With ${runningCores.join(', ')} cores running: ${message}`, { cause: error });
  }
}

function checked(template: Template): Template {
  // A room that draws nothing and does nothing.
  const tasksPerJ = template.workPerS === 0 ? 0 : template.tasksPerJ;
  const boundTasksPerJ = template.workPerS === 0 && template.powerW === 0 ? 0 : template.boundTasksPerJ;
  const { setPointC, workPerS, powerW, hottestOutletC } = template;
  const figures = [setPointC, workPerS, powerW, tasksPerJ, boundTasksPerJ, hottestOutletC, ...template.utilisation];
  if (!figures.every(Number.isFinite))
    throw new Error(`State ${template.state}: a figure of the template is no number`);
  return { ...template, tasksPerJ, boundTasksPerJ };
}
