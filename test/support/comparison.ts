import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
