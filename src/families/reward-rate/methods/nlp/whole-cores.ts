import type { CompiledNodeType } from '../../../../../models/facility/compiled.js';
import type { Share } from './discrete-plan.js';

/** Number of cores below which a share counts as 0 (rounding error). */
const NEGLIGIBLE_CORES = 1e-9;

/**
 * Shares of a node (cores by task type and P-state), each split into whole cores and a remainder of less than one core.
 * Remainders are sorted, largest first.
 */
export interface SplitShares {
  readonly wholes: readonly Share[];
  readonly remainders: readonly Share[];
}

export function splitShares(shares: readonly Share[]): SplitShares {
  const wholes: Share[] = [];
  const remainders: Share[] = [];
  for (const share of shares) {
    const cores = Math.floor(share.cores + NEGLIGIBLE_CORES);
    if (cores > 0) wholes.push({ ...share, cores });
    const left = share.cores - cores;
    if (left > NEGLIGIBLE_CORES) remainders.push({ ...share, cores: left });
  }
  return { wholes, remainders: remainders.sort((a, b) => b.cores - a.cores || a.task - b.task || a.choice - b.choice) };
}

/**
 * Removes at least one remainder (part of a core) from the shares. The smallest remainder is dropped, and its time and
 * power are added to `spare`. The largest becomes a whole core if `spare` allows it. So a node never draws more than
 * before.
 */
export function withoutSmallest(
  type: CompiledNodeType,
  { wholes, remainders }: SplitShares,
  spare: { cores: number; powerW: number },
): SplitShares {
  const powerW = ({ task, choice }: Share): number => type.tasks[task]!.powerW[choice]!;
  const left = remainders.slice();
  const smallest = left.pop();
  if (smallest === undefined) return { wholes, remainders };
  spare.cores += smallest.cores;
  spare.powerW += smallest.cores * powerW(smallest);
  const [greatest] = left;
  if (greatest === undefined) return { wholes, remainders: left };
  const missing = 1 - greatest.cores;
  if (missing > spare.cores || missing * powerW(greatest) > spare.powerW) return { wholes, remainders: left };
  spare.cores -= missing;
  spare.powerW -= missing * powerW(greatest);
  return { wholes: [...wholes, { ...greatest, cores: 1 }], remainders: left.slice(1) };
}
