import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MeanInterval, PairedDifference } from '../../src/experiments/statistics.js';
import type {
  BoundFrame,
  ComparisonRecord,
  MethodDifference,
  MethodSummary,
  RunFrame,
} from '../../src/studies/compare/record.js';

/** A comparison whose runs, means, differences and bounds have figures of these names, with what its family adds. */
export type ComparisonWith<Name extends string, Facts extends object = object> = Omit<
  ComparisonRecord,
  'runs' | 'summary' | 'differences' | 'bounds'
> &
  Facts & {
    readonly runs: readonly (RunFrame & Readonly<Record<Name, number | null>>)[];
    readonly summary: readonly (MethodSummary & Readonly<Record<Name, MeanInterval | null>>)[];
    readonly differences: readonly (MethodDifference & Readonly<Record<Name, PairedDifference | null>>)[];
    readonly bounds: readonly (BoundFrame & Readonly<Record<Name, number | null>>)[];
  };

/** A comparison as it was before it stood in an envelope: what the family adds beside what every verb says. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names what the reader expects
export function comparisonOf<Record>(envelope: unknown): Record {
  const { details, ...common } = envelope as { readonly details: object };
  return { ...common, ...details } as Record;
}

/** The comparison that a directory holds. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the same
export function comparisonIn<Record>(directory: string): Record {
  return comparisonOf(JSON.parse(readFileSync(join(directory, 'compare.json'), 'utf8')));
}
