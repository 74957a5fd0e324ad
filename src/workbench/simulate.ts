import type { Family, Words } from '../families/family.js';
import type { SimulationRequest } from '../families/studies.js';
import type { Refused } from '../instances/fault.js';
import { faultsOfPlan } from './check.js';
import { familyOfFile, untaken } from './find-family.js';
import { runStudy, type StudyAnswer, type StudyPlace } from './study.js';

export interface SimulateRequest extends Omit<SimulationRequest, 'names' | 'pause'>, StudyPlace {
  /** Options of the family, as given. */
  readonly words: Words;
  readonly interrupted: () => boolean;
}

/** Simulates plans under uncertainty, all with the same random draws, and writes the result to `out`. */
export async function simulate(request: SimulateRequest, families?: readonly Family[]): Promise<StudyAnswer | Refused> {
  const { file, planFiles, interrupted } = request;
  const found = familyOfFile(file, families);
  if (!found.ok) {
    const faults = await Promise.all(planFiles.map((planFile) => faultsOfPlan({ planFile }, families)));
    return { ok: false, faults: [...found.faults, ...faults.flat()] };
  }
  const { family } = found;
  const own = (await family.load()).use((parts) => parts.simulate);
  if (own === undefined) return { ok: false, faults: [untaken(file, family, 'simulate', families)] };
  const pause = async (): Promise<boolean> => {
    // Signals are heard between two turns of the event loop alone.
    await new Promise((resolve) => setImmediate(resolve));
    return interrupted();
  };
  const names = distinctNames(planFiles);
  const asked = { ...request, verb: 'simulate', family, inputs: planFiles };
  return runStudy(own, { ...asked, request: (words) => ({ ...request, words, names, pause }) }, families);
}

/** Returns distinct names for files. A file named twice gets a number, so that a plan can be compared with itself. */
function distinctNames(files: readonly string[]): string[] {
  return files.map((file, n) => {
    const before = files.slice(0, n).filter((other) => other === file).length;
    return before === 0 ? file : `${file} (${before + 1})`;
  });
}
