import type { JobsInstance } from '../../../../models/families/jobs/instance.js';
import type { Month } from '../../../../models/families/jobs/month.js';
import { MAX_EXACT_TASKS } from '../../../../models/families/jobs/profile.js';

/** Maximum number of job types that a warning names. */
const MAX_NAMED = 5;

/** Returns one warning sentence for each thing that is valid but probably not intended. */
export function jobsWarnings({ platform }: JobsInstance, month: Month): string[] {
  const { types, nodeTypes, typeOf } = month;
  const warnings: string[] = [];
  const large = types.filter(({ graphs }) => graphs[0]!.tasks > MAX_EXACT_TASKS).map(({ name }) => name);
  if (large.length > 0) {
    warnings.push(
      `jobTypes: ${listed(large)}: more than ${MAX_EXACT_TASKS} tasks. Their profiles are searched, not proven.`,
    );
  }
  if (platform.source === 'facility' && platform.facility.colocation.model !== 'none') {
    warnings.push(
      'platform.facility.colocation: cores of a job are its own, and times are those alone: co-location is left out.',
    );
  }
  const arriving = new Set(typeOf);
  const unused = types.filter((_, t) => !arriving.has(t)).map(({ name }) => name);
  if (unused.length > 0)
    warnings.push(`jobTypes: ${listed(unused)}: no job is of ${unused.length === 1 ? 'it' : 'them'}.`);
  const powerless = nodeTypes.filter(
    ({ power }) => power.staticPowerW === 0 && power.dynamicPowerW.every((powerW) => powerW === 0),
  );
  if (powerless.length > 0)
    warnings.push(`platform: cores of ${listed(powerless.map(({ name }) => name))} draw no power.`);
  const slow = slowChangeOfLevel(month);
  return slow === null ? warnings : [...warnings, slow];
}

/**
 * Returns a warning if a change of level takes longer than the shortest task, because cores change levels within
 * milliseconds; otherwise null. Tasks that take no time do not count.
 */
function slowChangeOfLevel({ types, overheads: { changeLevelS } }: Month): string | null {
  let [shortestS, of] = [Infinity, ''];
  for (const { name, graphs } of types) {
    for (const { timeS } of graphs) {
      for (const oneS of timeS) if (oneS > 0 && oneS < shortestS) [shortestS, of] = [oneS, name];
    }
  }
  if (!(changeLevelS > shortestS)) return null;
  return `overheads.changeLevelS: ${changeLevelS} s are longer than the shortest task, ${shortestS} s in "${of}". Cores change levels within milliseconds: is it in seconds?`;
}

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMED)
    .map((name) => `"${name}"`)
    .join(', ');
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}
