import { oneLine } from './format.js';

export interface WarnedRun {
  readonly name: string;
  readonly warnings: readonly string[];
}

/** Maximum number of runs that are named with a warning; further runs are counted. */
const MAX_NAMES = 4;

/**
 * Returns the study's own warnings, then those of its runs. Each distinct warning of runs appears once, after the names
 * of the runs that have it.
 */
export function studyWarnings(
  own: readonly string[],
  runs: readonly WarnedRun[],
  kind: { readonly one: string; readonly many: string },
): string[] {
  const names = new Map<string, string[]>();
  for (const { name, warnings } of runs) {
    for (const text of new Set(warnings)) {
      if (!own.includes(text)) names.set(text, [...(names.get(text) ?? []), oneLine(name)]);
    }
  }
  const named = [...names].map(([text, at]) => {
    const left = at.length - MAX_NAMES;
    const list = `${at.slice(0, MAX_NAMES).join('; ')}${left > 0 ? `; and ${left} more` : ''}`;
    const where = at.length === 1 ? `${kind.one} ${list}` : `${at.length} of ${runs.length} ${kind.many} (${list})`;
    return `${where}: ${text}`;
  });
  return [...own, ...named].map(oneLine);
}
