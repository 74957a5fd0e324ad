import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordFaults } from '../../../../../src/families/jobs/instances/wfcommons/consistency.js';
import { importedType } from '../../../../../src/families/jobs/instances/wfcommons/job-type.js';
import { workflowRecord } from '../../../../../src/families/jobs/instances/wfcommons/record.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const CHOICES = { speedGHz: null, missingBytes: null };

interface Drawn {
  readonly runS: number;
  readonly avgCPU: number;
  readonly cores: number | undefined;
}

/** Record of one task, in the form of a version. */
function recordOf({ runS, avgCPU, cores }: Drawn, version: string): string {
  const isFlat = version === '1.3' || version === '1.4';
  const run = { [version === '1.3' ? 'runtime' : 'runtimeInSeconds']: runS, avgCPU };
  const had = cores === undefined ? {} : { [isFlat ? 'cores' : 'coreCount']: cores };
  const task = { name: 'a', id: 'a', parents: [], children: [] };
  const machine = { nodeName: 'm', cpu: { [isFlat ? 'speed' : 'speedInMHz']: 3000 } };
  const workflow = isFlat
    ? { tasks: [{ ...task, ...run, ...had, machine: 'm' }], machines: [machine] }
    : {
        specification: { tasks: [task] },
        execution: { tasks: [{ id: 'a', ...run, ...had, machines: ['m'] }], machines: [machine] },
      };
  return JSON.stringify({ name: 'x', schemaVersion: version, workflow });
}

function made(text: string, multiCore: 'refuse' | 'split') {
  const read = workflowRecord(text);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  expect(recordFaults(read.record)).toEqual([]);
  return importedType('job', read.record, { ...CHOICES, multiCore }, 2);
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  runS: fc.integer({ min: 1, max: 100_000 }),
  avgCPU: fc.oneof(
    fc.integer({ min: 0, max: 100 }),
    fc.integer({ min: 0, max: 40_000 }).map((tenths) => tenths / 10),
  ),
  cores: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
});
const versions = fc.constantFrom('1.3', '1.4', '1.5', '1.6');

describe('an imported task', () => {
  it('does all of its processor time, at the speed of its machine, and ends no earlier', () => {
    fc.assert(
      fc.property(drawn, versions, (task, version) => {
        const found = made(recordOf(task, version), 'split');
        if (!found.ok) throw new Error(JSON.stringify(found.faults));
        const { runS, avgCPU, cores = 1 } = task;
        // 3 GHz in the record, 2 GHz in the instance: what scales takes 1.5 times as long.
        const workS = found.type.tasks.reduce((sum, { timeS, cpuShare = 1 }) => sum + timeS! * cpuShare, 0);
        const usedS = (runS * avgCPU * 1.5) / 100;
        // Up to a hundredth beyond the cores is what clocks differ by.
        expect(workS).toBeGreaterThanOrEqual((usedS / 1.01) * (1 - 1e-9));
        expect(workS).toBeLessThanOrEqual(usedS * (1 + 1e-9));
        const longestS = Math.max(...found.type.tasks.map(({ timeS }) => timeS!));
        const share = Math.min(1, avgCPU / 100 / cores);
        expect(longestS).toBeCloseTo(runS * (1 + share / 2), 6);
        expect(found.type.tasks.length).toBeGreaterThanOrEqual(cores);
      }),
      { seed: 1, numRuns: fuzzCount(400) },
    );
  });

  it('is refused where it had or used several cores, with the option that splits it', () => {
    fc.assert(
      fc.property(drawn, versions, (task, version) => {
        const found = made(recordOf(task, version), 'refuse');
        const { avgCPU, cores = 1 } = task;
        expect(found.ok).toBe(cores === 1 && avgCPU <= 101);
        if (found.ok) return;
        const field = cores === 1 ? 'avgCPU' : version === '1.3' || version === '1.4' ? 'cores' : 'coreCount';
        expect(found.faults).toHaveLength(1);
        expect(found.faults[0]!.path.endsWith(`tasks[0].${field}`)).toBe(true);
        expect(found.faults[0]!.remedy).toContain('--multi-core split');
      }),
      { seed: 1, numRuns: fuzzCount(200) },
    );
  });
});
