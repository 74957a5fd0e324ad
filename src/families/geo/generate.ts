import type { GeoInstance } from '../../../models/families/geo/instance.js';
import { WORKLOADS } from '../../facility/thesis/benchmarks.js';
import { jsonText } from '../../instances/json-text.js';
import { COMMAND_LINE, type Refused } from '../../instances/fault.js';
import type { Generated, GenerateOfFamily, MakeRequest } from '../generate.js';
import { dayOfText } from '../../instances/time/civil.js';
import { geoFiles } from './instances/load.js';
import { manyCentres } from './instances/us-200.js';
import { usInstance } from './instances/us.js';

/** Pattern of the years in which a horizon may begin, 1970 to 2199. */
const YEARS = /^(19[7-9]|20|21)/;

interface CentresWords {
  readonly centres: number;
  /** Workload. Default: "mixed" for the thesis' groups of 4, 8 and 16 data centres, else "all" benchmarks. */
  readonly workload?: 'mixed' | 'memory' | 'cpu' | 'all';
  /** Local date on which the horizon begins, "YYYY-MM-DD". */
  readonly date?: string;
  readonly taskTypes?: number;
}

export const generateOfGeo: GenerateOfFamily = { make };

function make(request: MakeRequest): Generated | Refused {
  const { words, isGiven } = request;
  const { centres, workload, date, taskTypes } = words as unknown as CentresWords & { readonly workload: string };
  if (isThesisGroup(centres)) {
    const given = (['seed', 'count', 'taskTypes'] as const).find(isGiven);
    if (given !== undefined) {
      const option = given === 'taskTypes' ? '--task-types' : `--${given}`;
      const allowed = `only with centres that are drawn: ${centres} are those of the thesis`;
      return refused(option, `with --centres ${centres}`, allowed, 'Leave the option out.');
    }
  }
  if (date !== undefined && (dayOfText(date) === undefined || !YEARS.test(date))) {
    return refused('--date', date, 'a date "YYYY-MM-DD" from 1970 to 2199 that exists', 'Correct the date.');
  }
  const asked = !isGiven('workload') ? undefined : (workload as string) === 'hybrid' ? 'mixed' : workload;
  const instances = instancesOf({
    centres,
    ...(asked === undefined ? {} : { workload: asked }),
    ...(date === undefined ? {} : { date }),
    ...(taskTypes === undefined ? {} : { taskTypes }),
    seed: request.seed,
    count: request.count,
  });
  if (instances === null) {
    return refused('--workload', 'all', 'mixed, memory or cpu with these centres', 'Choose one of them.');
  }
  const faults = instances.flatMap((instance) => {
    const judged = geoFiles.judge(instance);
    return judged.ok ? [] : judged.faults.map((fault) => ({ file: COMMAND_LINE, ...fault }));
  });
  if (faults.length > 0) return { ok: false, faults };
  const files = instances.map((instance) => ({ name: `${instance.name}.json`, text: jsonText(instance) }));
  return { ok: true, files, warnings: [] };
}

/** Returns true if the thesis has a group of this size, which is fixed except for workload and date. */
function isThesisGroup(centres: number): centres is 4 | 8 | 16 {
  return centres === 4 || centres === 8 || centres === 16;
}

/** Returns the requested instances; null if the thesis has no such workload for a group of this size. */
function instancesOf(asked: CentresWords & { readonly seed: number; readonly count: number }): GeoInstance[] | null {
  const { centres, workload, date, taskTypes, seed, count } = asked;
  if (isThesisGroup(centres)) {
    if (workload === 'all') return null;
    return [
      usInstance({ centres, workload: workload === undefined || workload === 'mixed' ? 'hybrid' : workload, date }),
    ];
  }
  const benchmarks = WORKLOADS[workload === 'mixed' ? 'hybrid' : (workload ?? 'all')];
  return Array.from({ length: count }, (_, n) => {
    const drawn = { centres, benchmarks, taskTypes: taskTypes ?? benchmarks.length, seed: seed + n, date };
    const parts = [
      `us-${centres}`,
      ...(workload === undefined ? [] : [workload]),
      ...(taskTypes === undefined ? [] : [`${taskTypes}-types`]),
      ...(date === undefined ? [] : [date]),
    ];
    return { ...manyCentres(drawn), name: [...parts, `seed-${seed + n}`].join('-') };
  });
}

function refused(path: string, value: string, allowed: string, remedy: string): Refused {
  return { ok: false, faults: [{ file: COMMAND_LINE, path, value, allowed, remedy }] };
}
