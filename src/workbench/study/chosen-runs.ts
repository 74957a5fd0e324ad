import { COMMAND_LINE, type Fault } from '../../instances/fault.js';
import type { StudyRun } from '../../studies/plan/run.js';

/** Number of hexadecimal digits of a run's key, which is a SHA-256 digest. */
const KEY_DIGITS = 64;
/** Maximum number of ambiguous keys that a message names; others are counted. */
const MAX_NAMED = 5;
/** The keys that may be given, in words for messages. */
const ALLOWED = 'keys of runs of this study: 64 hexadecimal digits each, or 6 or more with which only one begins';

/** Returns a function that is true for a run's key that equals or begins with one of the given keys. */
export function keyTest(keys: readonly string[]): (key: string) => boolean {
  const whole = new Set(keys);
  const beginnings = keys.filter(({ length }) => length < KEY_DIGITS);
  return (key) => whole.has(key) || beginnings.some((beginning) => key.startsWith(beginning));
}

/**
 * Returns the runs whose keys equal or begin with the given ones; all runs if `keys` is null. Returns a fault if a
 * given key matches no run or several.
 */
export function chosenRuns(runs: readonly StudyRun[], keys: readonly string[] | null): readonly StudyRun[] | Fault {
  if (keys === null) return runs;
  const isAsked = keyTest(keys);
  const chosen = runs.filter(({ key }) => isAsked(key));
  const found = new Set(chosen.map(({ key }) => key));
  for (const asked of keys) {
    if (found.has(asked)) continue;
    const meant = asked.length < KEY_DIGITS ? [...found].filter((key) => key.startsWith(asked)) : [];
    if (meant.length !== 1) return faultOf(asked, meant, runs);
  }
  return chosen;
}

function faultOf(asked: string, meant: readonly string[], runs: readonly StudyRun[]): Fault {
  const fault = { file: COMMAND_LINE, path: '--runs', value: asked, allowed: ALLOWED };
  if (meant.length > 0) return { ...fault, remedy: `Write more digits: ${named(meant)} begin with these.` };
  const changed = 'The study or Plenum was changed since the keys were listed: submit it again.';
  if (asked.length === KEY_DIGITS) return { ...fault, remedy: changed };
  const near = nearest(
    asked,
    runs.map(({ key }) => key),
  );
  const candidates = near.length === 0 ? '' : ` Nearest: ${named(near)}.`;
  return { ...fault, remedy: `Copy them from the records, or from the report.${candidates}` };
}

/** Returns the keys with the longest prefix in common with the given one, at least 2 digits. */
function nearest(asked: string, keys: readonly string[]): readonly string[] {
  for (let digits = asked.length - 1; digits >= 2; digits--) {
    const found = keys.filter((key) => key.startsWith(asked.slice(0, digits)));
    if (found.length > 0) return found;
  }
  return [];
}

function named(keys: readonly string[]): string {
  const more = keys.length - MAX_NAMED;
  return `${keys.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
