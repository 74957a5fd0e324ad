import { Tinypool } from 'tinypool';
import type { TemplatesProblem } from '../../../../models/problems/templates/problem.js';
import { TemplatesSolver } from '../methods/solve-templates.js';
import { chunkLine } from './chunk-line.js';
import { type Chunk, solveChunk } from './chunks.js';

/** Solves chunks in a worker thread whose `workerData` is the problem. */

let solver: TemplatesSolver | undefined;

export function solveChunkInWorker(chunk: Chunk): string {
  solver ??= new TemplatesSolver(Tinypool.workerData as TemplatesProblem);
  return chunkLine(chunk.index, solveChunk(solver, chunk));
}
