import type { WarmStart } from '../../methods/outcome.js';
import type { JournalFile } from '../../../../runs/journal.js';
import type { RunSummary } from '../summary.js';
import type { Slope } from './slopes.js';

/** Stored point: its answer, and the start of the next one. */
export interface StoredPoint {
  readonly summary: RunSummary;
  readonly slopes: readonly Slope[];
  readonly boundScope: string;
  readonly next: {
    readonly offers: readonly (readonly [string, NonNullable<ReturnType<WarmStart['assignments']['get']>>])[];
    readonly plan: WarmStart['plan'];
  } | null;
}

/** Points by a digest of all that their answers depend on. */
export interface PointStore {
  readonly read: (digest: string) => StoredPoint | null;
  /** Storage of a point. @throws WriteFailure */
  readonly keep: (digest: string, point: StoredPoint) => void;
}

/** Store that keeps nothing. */
export const NO_POINTS: PointStore = { read: () => null, keep: () => undefined };

/** Store in the lines of a journal, which outlives a sweep that is cut short. */
export function journalPoints({ lines, append }: Pick<JournalFile, 'lines' | 'append'>): PointStore {
  const known = new Map(
    lines.map((line) => {
      const { digest, point } = JSON.parse(line) as { readonly digest: string; readonly point: StoredPoint };
      return [digest, point];
    }),
  );
  return {
    read: (digest) => known.get(digest) ?? null,
    keep: (digest, point) => {
      append(JSON.stringify({ digest, point }));
    },
  };
}
