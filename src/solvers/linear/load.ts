import type { LpEngine } from './engine.js';

// Their modules too are loaded on demand: the names alone must cost nothing.
const loaders = {
  highs: async (): Promise<LpEngine> => (await import('./highs.js')).loadHighs(),
  glpk: async (): Promise<LpEngine> => (await import('./glpk.js')).loadGlpk(),
  'javascript-lp-solver': async (): Promise<LpEngine> =>
    (await import('./javascript-lp-solver.js')).loadJavascriptLpSolver(),
} as const;

export type LpEngineName = keyof typeof loaders;

export const lpEngineNames: readonly LpEngineName[] = ['highs', 'glpk', 'javascript-lp-solver'];

/** Names of the engines that return dual values, which column generation and its bounds need. */
export const planningEngineNames = ['highs', 'glpk'] as const satisfies readonly LpEngineName[];

/**
 * Loads the LP engine with this name.
 *
 * @throws Error that lists the known names, or says how to install a missing package.
 */
export async function loadLpEngine(name: LpEngineName): Promise<LpEngine> {
  if (!Object.hasOwn(loaders, name)) {
    throw new Error(`There is no LP engine "${name}". Known engines: ${lpEngineNames.join(', ')}.`);
  }
  return loaders[name]();
}
