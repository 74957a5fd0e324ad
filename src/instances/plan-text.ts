import { readJson } from './json-reader.js';
import { capped, jsonPath, type LocalFault, type PathSegment, type Fault } from './fault.js';
import { readTextFile } from './text-file.js';

export type PlanText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Maximum absolute value of a number in a plan. Our choice: far larger than in any instance; the product of ten such
 * numbers is still finite.
 */
const MAX_NUMBER = 1e30;
/**
 * Absolute value that stands for infinity in fields whose names end in Z (standard normal quantiles; docs/results.md).
 */
const INFINITE_Z = 1e308;

/**
 * Returns the text of a plan file for the checker's parsers, or its faults. The same key twice is refused, so that all
 * parsers read the same plan. Numbers are refused if they are so large that the excess over a limit would be lost in
 * rounding.
 *
 * @param given the text, if it is already in memory; `file` is then only its name in faults
 */
export function readPlanText(file: string, given?: string): PlanText {
  const read = given === undefined ? readTextFile(file) : { ok: true as const, text: given };
  if (!read.ok) return { ok: false, faults: [{ file, ...read.fault }] };
  const json = readJson(read.text);
  const faults = json.ok ? hugeNumbers(json.value) : json.faults;
  if (faults.length === 0) return { ok: true, text: read.text };
  return { ok: false, faults: capped(faults).map((fault) => ({ file, ...fault })) };
}

/** Returns a fault for each too large number of a plan. NaN and Infinity are left to the parsers. */
function hugeNumbers(plan: unknown): LocalFault[] {
  const faults: LocalFault[] = [];
  const path: PathSegment[] = [];
  const visit = (value: unknown): void => {
    const size = typeof value === 'number' ? Math.abs(value) : 0;
    const isQuantile = size === INFINITE_Z && String(path.at(-1)).endsWith('Z');
    if (size > MAX_NUMBER && size < Infinity && !isQuantile) {
      const remedy = 'No quantity of a plan is so large: correct the number.';
      faults.push({ path: jsonPath(path), value, allowed: `a number of at most ${MAX_NUMBER} in size`, remedy });
    }
    if (typeof value !== 'object' || value === null) return;
    for (const key in value) {
      path.push(Array.isArray(value) ? Number(key) : key);
      visit((value as Record<string, unknown>)[key]);
      path.pop();
    }
  };
  visit(plan);
  return faults;
}
