import type { Highs } from 'highs';
import type { LinearProgram } from '../../../models/forms/linear-program.js';
import type { LpAbilities, LpEngine } from './engine.js';
import { HighsSession } from './highs-session.js';
import { loadFailure } from './load-failure.js';

const abilities: LpAbilities = {
  duals: true,
  warmStart: true,
  interiorPoint: true,
  integers: true,
  timeLimit: true,
  iterationLimit: true,
  tellsInfeasibleFromUnbounded: true,
};

/** Loads HiGHS (WebAssembly). Each call starts an instance (about 40 ms), whose sessions share its memory. */
export async function loadHighs(): Promise<LpEngine> {
  let highs: Highs;
  try {
    // The package types its ES module as CommonJS; at run time the default export is the loader itself.
    const loaded = (await import('highs')) as unknown as { default: () => Promise<Highs> };
    highs = await loaded.default();
  } catch (error) {
    throw loadFailure('HiGHS', 'npm install highs', error);
  }
  return { name: 'highs', abilities, open: (program: LinearProgram) => new HighsSession(highs, program) };
}
