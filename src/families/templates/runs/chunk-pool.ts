import { Tinypool } from 'tinypool';
import type { TemplatesProblem } from '../../../../models/problems/templates/problem.js';
import { TemplatesSolver } from '../methods/solve-templates.js';
import { chunkLine } from './chunk-line.js';
import { type Chunk, solveChunk } from './chunks.js';

/** Answers lines of a journal. */
export interface ChunkPool {
  readonly run: (chunk: Chunk) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** One worker is this thread; more are worker threads, which share the matrices. */
export function openChunkPool(problem: TemplatesProblem, workers: number): ChunkPool {
  if (workers === 1) {
    const solver = new TemplatesSolver(problem);
    return {
      run: async (chunk) => {
        // Lets signals in between two chunks.
        await new Promise((resolve) => setImmediate(resolve));
        return chunkLine(chunk.index, solveChunk(solver, chunk));
      },
      close: () => Promise.resolve(),
    };
  }
  const pool = new Tinypool({
    filename: new URL('chunk-task.js', import.meta.url).href,
    name: 'solveChunkInWorker',
    runtime: 'worker_threads',
    minThreads: workers,
    maxThreads: workers,
    isolateWorkers: false,
    workerData: { ...problem, outletRiseKPerW: problem.outletRiseKPerW.map(shared) },
  });
  return { run: (chunk) => pool.run(chunk) as Promise<string>, close: () => pool.destroy() };
}

/** A copy that all threads see. */
function shared(values: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
