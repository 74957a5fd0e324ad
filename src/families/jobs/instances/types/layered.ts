import type { JobEdgeRow, JobTypeRow, LayeredJobTypes } from '../../../../../models/families/jobs/instance.js';
import { type RandomStream, randomStream } from '../../../../random/stream.js';

/**
 * Draws job types from a seed, each with its own random stream. Tasks lie in layers, at least one task in each. The
 * predecessors of a task are distinct tasks of the previous layer. The data of an edge, bytes, are a random transfer
 * time x `bytesPerS`, rounded.
 */
export function layeredTypes(layered: LayeredJobTypes, bytesPerS: number, seed: number): JobTypeRow[] {
  return Array.from({ length: layered.count }, (_, t) => {
    const stream = randomStream(seed, `job type ${t + 1}`);
    return drawnType(layered, bytesPerS, layeredName(t), stream);
  });
}

export function layeredName(t: number): string {
  return `type-${t + 1}`;
}

function drawnType(layered: LayeredJobTypes, bytesPerS: number, name: string, stream: RandomStream): JobTypeRow {
  const { tasks, layers, predecessors, meanTimeS, typeFactor, taskFactor, cpuShare, transferShare } = layered;
  const count = stream.integer(tasks.least, tasks.most);
  const depth = Math.min(count, stream.integer(layers.least, layers.most));
  const sizes = new Array<number>(depth).fill(1);
  for (let left = count - depth; left > 0; left--) sizes[stream.integer(0, depth - 1)]!++;
  const meanS = meanTimeS * stream.uniform(typeFactor.least, typeFactor.most);
  const rows = Array.from({ length: count }, (_, n) => {
    const timeS = meanS * stream.uniform(taskFactor.least, taskFactor.most);
    return cpuShare === undefined ? { name: `t${n + 1}`, timeS } : { name: `t${n + 1}`, timeS, cpuShare };
  });
  const edges: JobEdgeRow[] = [];
  for (let layer = 1, first = sizes[0]!; layer < depth; first += sizes[layer]!, layer++) {
    const before = sizes[layer - 1]!;
    for (let task = first; task < first + sizes[layer]!; task++) {
      const wanted = Math.min(before, stream.integer(predecessors.least, predecessors.most));
      for (const one of chosen(first - before, before, wanted, stream)) {
        const transferS = 2 * transferShare * meanS * stream.uniform();
        edges.push({ from: rows[one]!.name, to: rows[task]!.name, bytes: Math.round(transferS * bytesPerS) });
      }
    }
  }
  return { name, tasks: rows, edges };
}

/**
 * Draws `wanted` distinct numbers from `first` to `first + count - 1`, ascending. Every set of that size is equally
 * likely.
 */
function chosen(first: number, count: number, wanted: number, stream: RandomStream): number[] {
  const all = Array.from({ length: count }, (_, n) => first + n);
  for (let n = 0; n < wanted; n++) {
    const other = stream.integer(n, count - 1);
    [all[n], all[other]] = [all[other]!, all[n]!];
  }
  return all.slice(0, wanted).sort((a, b) => a - b);
}
