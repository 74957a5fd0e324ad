import { formatFaults } from '../../../../instances/fault.js';
import type { OpenedRoom } from '../../instances/facility/room.js';
import { loadJudgedUtility } from '../../instances/load.js';
import { withSeed } from '../../../../instances/seeded.js';
import { lastDrawn } from '../../../../studies/compare/last-drawn.js';
import type { TrialWork } from '../trial-run.js';

/** Instance of a comparison and where it comes from. */
export interface ShelfRequest extends TrialWork {
  /** Room of its facility, which does not depend on the seed; null without one. */
  readonly room: OpenedRoom | null;
  readonly file: string;
  readonly trace: string | null;
  readonly variants: boolean;
}

/** Function from a trial's seed to its tasks. */
export function workShelf({ file, trace, variants, room, ...original }: ShelfRequest): (seed: number) => TrialWork {
  const drawn = lastDrawn((seed): TrialWork => {
    const instance = withSeed(original.instance, seed);
    const source = { file, bytes: new Uint8Array(), room, ...(trace === null ? {} : { trace }) };
    const loaded = loadJudgedUtility(instance, source);
    if (!loaded.ok) throw new RangeError(formatFaults(loaded.faults));
    const { model, workload } = loaded;
    if (model === null || workload === null) throw new RangeError(`${instance.name}: no trace is named`);
    return { instance, model, workload, matrix: room?.matrix };
  });
  return variants ? drawn : () => original;
}
