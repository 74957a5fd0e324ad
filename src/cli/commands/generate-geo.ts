import { join } from 'node:path';
import type { GeoInstance } from '../../../models/problems/geo/instance.js';
import { judgeGeoInstance } from '../../families/geo/instances/load.js';
import { dayOfText } from '../../families/geo/instances/series/civil.js';
import { manyCentres } from '../../families/geo/instances/us-200.js';
import { usInstance } from '../../families/geo/instances/us.js';
import { jsonText } from '../../instances/json-text.js';
import { WORKLOADS } from '../../facility/thesis/benchmarks.js';
import { OptionError } from '../options.js';
import { COMMAND_LINE, refuse } from '../output.js';
import { writeGenerated } from './generate.js';

export type GeoWorkload = 'mixed' | 'memory' | 'cpu' | 'all';

/** Those of horizons; a day in the last one may end in the next. */
const YEARS = /^(19[7-9]|20|21)/;

export interface GenerateGeoOptions {
  readonly centres: number;
  /** Absent: mixed for the groups of the thesis, all benchmarks elsewhere. */
  readonly workload?: GeoWorkload;
  /** Local date "YYYY-MM-DD". */
  readonly date?: string;
  readonly taskTypes?: number;
  readonly seed: number;
  readonly count: number;
  readonly out: string;
  readonly force?: boolean;
  readonly json: boolean;
}

/** Whether data centres in this number are a group of the thesis, fixed but for workload and date. */
export function isThesisGroup(centres: number): centres is 4 | 8 | 16 {
  return centres === 4 || centres === 8 || centres === 16;
}

/** `plenum generate --centres n`: a group of the thesis, or centres drawn from a seed. */
export function generateCentres(options: GenerateGeoOptions): number {
  const { out, force, json, date } = options;
  if (date !== undefined && (dayOfText(date) === undefined || !YEARS.test(date))) {
    throw new OptionError('--date', date, 'a date "YYYY-MM-DD" from 1970 to 2199 that exists', 'Correct the date.');
  }
  const instances = instancesOf(options);
  const problems = instances.flatMap((instance) => {
    const judged = judgeGeoInstance(instance);
    return judged.ok ? [] : judged.problems.map((problem) => ({ file: COMMAND_LINE, ...problem }));
  });
  if (problems.length > 0) return refuse(problems, json);
  const targets = instances.map(({ name }) => join(out, `${name}.json`));
  return writeGenerated(targets, instances.map(jsonText), { inputs: [], force, json });
}

function instancesOf({ centres, workload, date, taskTypes, seed, count }: GenerateGeoOptions): GeoInstance[] {
  if (isThesisGroup(centres)) {
    if (workload === 'all') {
      throw new OptionError('--workload', workload, 'mixed, memory or cpu with these centres', 'Choose one of them.');
    }
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
