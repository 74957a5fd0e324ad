import type { LpEngine } from './engine.js';
import { loadGlpk } from './glpk.js';
import { loadHighs } from './highs.js';
import { loadJavascriptLpSolver } from './javascript-lp-solver.js';

const loaders = {
  highs: loadHighs,
  glpk: loadGlpk,
  'javascript-lp-solver': loadJavascriptLpSolver,
} as const;

export type LpEngineName = keyof typeof loaders;

export const lpEngineNames: readonly LpEngineName[] = ['highs', 'glpk', 'javascript-lp-solver'];

/** Engines that give duals, which column generation and its bounds need. */
export const planningEngineNames: readonly LpEngineName[] = ['highs', 'glpk'];

/** Loads an engine by name; throws an Error naming the known ones, or saying how to install a missing package. */
export async function loadLpEngine(name: LpEngineName): Promise<LpEngine> {
  if (!Object.hasOwn(loaders, name)) {
    throw new Error(`There is no LP engine "${name}". Known engines: ${lpEngineNames.join(', ')}.`);
  }
  return loaders[name]();
}
