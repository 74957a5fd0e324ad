import type { Quarantine } from './quarantine.js';
import type { SourceStamp } from './source-file.js';

/**
 * A number that an import found, for the sheet of the facility. The instance takes `value`; the interval says how well
 * it is known.
 */
export interface Fact {
  /** What it is, for a path of its own: `nodeTypes.gpu.idlePowerW`, `racks.A-07.powerLimitW`. */
  readonly field: string;
  readonly value: number | string;
  /** Unit as written on the sheet; empty for counts and names. */
  readonly unit: string;
  /** Least and greatest plausible value; absent for what is exact. */
  readonly low?: number;
  readonly high?: number;
  /** How the value came about. */
  readonly kind: 'measured' | 'derived' | 'assumed';
  /** Where it is from, in words: "median of 3 dumps", "Redfish PowerConsumedWatts". */
  readonly origin: string;
}

/** What an import reads from its files. It depends on the files and choices alone. */
export interface Imported {
  /** Digest of each file, in the order of the files. */
  readonly stamps: readonly SourceStamp[];
  /** Counts and rates by name, as `--json` prints them; the unit is in the name. */
  readonly counts: Readonly<Record<string, unknown>>;
  /** Sentences that say the counts on a terminal. */
  readonly text: readonly string[];
  /** Sentences on what is valid but probably not intended. */
  readonly warnings: readonly string[];
  readonly quarantine: Quarantine;
  readonly facts: readonly Fact[];
  /** Contents of the files to be written in the folder of the site, by name. */
  readonly tables: ReadonlyMap<string, string | Uint8Array>;
  /** First and last time in the files, ms since 1970 in UTC; null if they state no times. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | null;
}
