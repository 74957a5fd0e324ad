import { dirname, join } from 'node:path';
import type { TemplateBook } from '../../../../models/families/templates/online.js';
import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { stateCount } from '../../../../models/families/templates/states.js';
import type { Template } from '../../../../models/families/templates/template.js';
import { readTextFile } from '../../../instances/text-file.js';
import { TemplatesSolver } from '../methods/solve-templates.js';
import { realFolder, writeAtomically } from '../../../runs/files.js';
import { folderOfOwn } from '../../../runs/own-folder.js';
import { seal, unseal } from '../../../runs/seal.js';
import { chunkLine, parseChunkLine } from './chunk-line.js';
import type { RoundingRule } from './result.js';
import { coresBy } from './whole-cores.js';
import { type Chunk, solveChunk, statesOfChunk, vectorCount } from './chunks.js';

/**
 * Returns templates that are solved when first asked for. All states with the same running cores are solved at once; a
 * day needs few combinations of running cores. The order of requests does not matter. Templates equal those of a
 * database except for last digits and the choice between equally good vents.
 *
 * @param cache folder, named after the model, for templates solved by this and other processes; null for none
 * @param rounding rule by which utilisations become whole cores
 */
export function templatesAsAsked(
  model: TemplatesModel,
  cache: string | null,
  rounding: RoundingRule = 'safe',
): TemplateBook {
  const { grid } = model.instance;
  const solver = new TemplatesSolver(model);
  const known: (Template | undefined)[] = Array<undefined>(stateCount(grid));
  const vectors = vectorCount(grid);
  const limits = grid.powerLimitW.length;

  const solve = (vector: number): void => {
    const chunk: Chunk = { index: vector, firstVector: vector, vectorCount: 1 };
    const states = statesOfChunk(grid, chunk);
    const file = cache === null ? null : join(cache, `vector-${vector}.json`);
    const kept = file === null ? null : unseal(VECTOR, textOf(file));
    const read = kept === null ? null : parseChunkLine(kept, (index) => (index === vector ? states : null), model);
    const solved = read?.solved ?? solveChunk(solver, chunk);
    for (const { template } of solved) {
      known[template.state] = { ...template, allowableCores: coresBy(rounding, model, template) };
    }
    if (read === null && file !== null) keep(file, seal(VECTOR, chunkLine(vector, solved)));
  };
  return {
    grid,
    template: (state) => {
      if (!Number.isInteger(state) || state < 0 || state >= known.length) {
        throw new RangeError(`There is no state ${state}: the grid has ${known.length}, counted from 0`);
      }
      if (known[state] === undefined) solve(Math.floor(state / limits) % vectors);
      return known[state]!;
    },
  };
}

/**
 * Type name in the header of the cache's files (one per combination of running cores). Files with another type name are
 * ignored.
 */
const VECTOR = 'plenum.vector';

function textOf(file: string): string {
  const read = readTextFile(file);
  return read.ok ? read.text : '';
}

/** Writes a file of the cache. A failure is ignored, because without the file the templates are only solved again. */
function keep(file: string, text: string): void {
  try {
    folderOfOwn(dirname(file));
    realFolder(dirname(file));
    writeAtomically(file, text);
  } catch {
    // Solved again where it is needed.
  }
}
