import { Tinypool } from 'tinypool';
import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { TemplatesSolver } from '../methods/solve-templates.js';
import { chunkLine } from './chunk-line.js';
import { type Chunk, solveChunk } from './chunks.js';

/** Solver of this worker thread for the model in `workerData`. It is created with the first chunk. */

let solver: TemplatesSolver | undefined;

export function solveChunkInWorker(chunk: Chunk): string {
  solver ??= new TemplatesSolver(Tinypool.workerData as TemplatesModel);
  return chunkLine(chunk.index, solveChunk(solver, chunk));
}
