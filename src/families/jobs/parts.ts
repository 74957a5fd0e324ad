import { S_PER_DAY } from '../../../models/units.js';
import type { JobsInstance } from '../../../models/families/jobs/instance.js';
import { roomMixing } from '../../facility/room-mixings.js';
import { countOf, inUnit, plain, stated } from '../../reports/format.js';
import { type AnyFamilyParts, type Description, familyParts, type ListRow } from '../family.js';
import { boundOfJobs } from './bound.js';
import { checkOfJobs } from './check.js';
import { compareOfJobs } from './compare.js';
import { loadJobsInstance, type LoadedJobs } from './instances/load.js';
import { keptProfiles } from './runs/profiles.js';
import { solveOfJobs } from './solve.js';

export function jobsParts(): AnyFamilyParts {
  return familyParts({
    open: (file, { phase }) => {
      const opened = loadJobsInstance(file);
      phase('load');
      return opened.ok ? { ...opened, profilesOf: keptProfiles() } : opened;
    },
    describe,
    row,
    schema: async () => (await import('../../../models/families/jobs/instance.js')).jobsSchema,
    fields: async () => (await import('./figures.js')).fields,
    judged: async () => (await import('./judged.js')).JUDGED_OF_JOBS,
    check: checkOfJobs,
    bound: boundOfJobs,
    solve: solveOfJobs,
    compare: compareOfJobs,
    exports: async () => (await import('./export.js')).exportOfJobs,
    generate: async () => (await import('./generate.js')).generateOfJobs,
  });
}

function describe({ instance, month, types, traceUse }: LoadedJobs): Description {
  const nodes = month.nodeTypes.reduce((sum, type) => sum + type.nodes, 0);
  const cores = month.nodeTypes.reduce((sum, type) => sum + type.nodes * type.coresPerNode, 0);
  const jobs = month.typeOf.length;
  const workCoreH = rounded(month.typeOf.reduce((sum, type) => sum + types[type]!.workCoreH, 0));
  const days = daysOf(instance);
  const trace = traceUse === null ? {} : { trace: traceUse };
  return {
    facts: { nodeTypes: month.nodeTypes.length, nodes, cores, jobTypes: types.length, jobs, days, workCoreH, ...trace },
    nodePower: [],
    airMixing: instance.platform.source === 'facility' ? roomMixing(instance.platform.facility) : [],
    text: `${countOf(nodes, 'node')} with ${countOf(cores, 'core')}, ${countOf(jobs, 'job')} of ${countOf(types.length, 'type')} in ${periodText(instance)}, ${workCoreH} core-hours at the highest level`,
  };
}

function row(written: unknown): ListRow {
  const instance = written as JobsInstance;
  const { platform, jobTypes } = instance;
  const groups =
    platform.source === 'nodes'
      ? platform.nodeTypes.map((one) => one.nodes)
      : platform.facility.nodeGroups.map((one) => one.count);
  const nodes = groups.reduce((sum, count) => sum + count, 0);
  const types = jobTypes.source === 'table' ? jobTypes.types.length : jobTypes.count;
  const days = daysOf(instance);
  return {
    facts: { nodes, jobTypes: types, days },
    text: `${countOf(nodes, 'node')}, ${countOf(types, 'job type')}, ${periodText(instance)}`,
  };
}

/** Returns the length of the period in words, in days or, if shorter, hours. */
function periodText(instance: JobsInstance): string {
  const days = daysOf(instance);
  return days < 1 ? plain(stated(inUnit(instance.period.durationS, 's of a period'))) : countOf(days, 'day');
}

function daysOf({ period }: JobsInstance): number {
  return rounded(period.durationS / S_PER_DAY);
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
