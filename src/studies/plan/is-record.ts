import { canonicalJson } from './canonical-json.js';
import { keyOf } from './key.js';
import { RECORD_FORMAT, RECORD_FORMAT_VERSION, type RunRecord } from './record.js';

/**
 * Returns true if `text` is the complete record of the run with this key. The record must have the current format and
 * version, and the key must be the digest of its identity.
 */
export function isRunRecord(key: string, text: string): boolean {
  if (!text.startsWith(recordBegins(key))) return false;
  try {
    const { run, outcome, machine } = JSON.parse(text) as RunRecord;
    return isOutcome(outcome) && isMachine(machine) && keyOf(run) === key;
  } catch {
    // No JSON, or parts of it are not there at all.
    return false;
  }
}

/** Returns the first characters of a record, known from its key because canonical JSON sorts keys. */
function recordBegins(key: string): string {
  const begin = canonicalJson({ format: RECORD_FORMAT, formatVersion: RECORD_FORMAT_VERSION, key });
  return `${begin.slice(0, -1)},`;
}

function isOutcome(outcome: RunRecord['outcome']): boolean {
  const { failure, objective, bound, gap, objectiveUnit, boundScope, gapReason, termination } = outcome;
  const { violations, warnings, trajectory, work, values, infeasibility } = outcome;
  return (
    typeof termination === 'string' &&
    (failure === null || (typeof failure.reason === 'string' && typeof failure.message === 'string')) &&
    [objective, bound, gap].every((one: unknown) => one === null || typeof one === 'number') &&
    [objectiveUnit, boundScope, gapReason].every((one: unknown) => one === null || typeof one === 'string') &&
    [violations, warnings, trajectory].every(Array.isArray) &&
    trajectory.every((point: unknown) => Array.isArray(point)) &&
    violations.every((one: unknown) => isMap(one)) &&
    [work, values].every(isMap) &&
    typeof infeasibility === 'object'
  );
}

function isMachine(machine: RunRecord['machine']): boolean {
  const { plenumVersion, nodeVersion, host, platform, timeS, trajectoryTimeS } = machine;
  const texts: readonly unknown[] = [plenumVersion, nodeVersion, host, platform];
  return texts.every((one) => typeof one === 'string') && isMap(timeS) && Array.isArray(trajectoryTimeS);
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
