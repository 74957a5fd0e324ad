import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importMatrix } from '../../../models/physics/airflow/imported.js';
import type { Crac } from '../../../models/facility/facility.js';
import type { RewardRateInstance } from '../../../models/families/reward-rate/instance.js';
import { parseMatrix } from '../../../src/facility/matrix-file.js';
import { openModel } from '../../../src/families/reward-rate/runs/open.js';
import { checked } from '../../oracle/checked.js';

/** Two halls with a CRAC each; `mixed` is the share of air they exchange. */
function halls(mixed: number, cracs: readonly Partial<Crac>[]): { instance: RewardRateInstance; csv: string } {
  const instance: RewardRateInstance = {
    format: 'plenum.reward-rate',
    formatVersion: 1,
    name: 'halls',
    facility: {
      nodeTypes: [
        {
          name: 'E',
          cores: 2,
          idlePowerW: 20,
          airFlowM3PerS: 0.02,
          pStateFrequenciesGHz: [2, 1],
          tasks: [{ taskType: 'a', timeS: [8, 14], corePowerW: [16, 6], memoryIntensity: 0.001 }],
        },
      ],
      nodeGroups: ['R1', 'R2'].map((rack) => ({ nodeType: 'E', count: 2, rack })),
      cracs: cracs.map((crac, c) => ({
        name: `C${c + 1}`,
        airFlowM3PerS: 0.04,
        setPointMinC: 10,
        setPointMaxC: 30,
        ...crac,
      })),
      airflow: {
        source: 'matrix',
        file: 'm.csv',
        kind: 'influence',
        rowsPer: 'nodeGroup',
        nodeAirflowFactor: 1,
        provenance: 'two halls',
      },
      coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
      colocation: { model: 'none' },
    },
    workload: { taskTypes: [{ name: 'a', memoryClass: 'M', rewardPerTask: 4, arrivalRatePerS: 1, deadlineS: 60 }] },
    limits: { powerCapW: 300, redLineC: 40 },
  };
  const own = 1 - mixed;
  const rows = [
    [0, 0, own, mixed],
    [0, 0, mixed, own],
    [own, mixed, 0, 0],
    [mixed, own, 0, 0],
  ];
  return { instance, csv: rows.map((row) => row.join(',')).join('\n') };
}

describe('failed CRACs', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'failed-cracs-'));
  });
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  function opened(mixed: number, cracs: readonly Partial<Crac>[]) {
    const { instance, csv } = halls(mixed, cracs);
    const file = join(directory, 'i.json');
    writeFileSync(file, JSON.stringify(instance));
    writeFileSync(join(directory, 'm.csv'), csv);
    return openModel(file);
  }

  it('that leave zones without air from a CRAC at work are refused with place and remedy', () => {
    const answer = opened(0, [{}, { coolingCapacityW: 0 }]);
    if (answer.ok) throw new Error('accepted');
    expect(answer.faults.map(({ path, value }) => [path, value])).toEqual([['facility.cracs[1].coolingCapacityW', 0]]);
    expect(answer.faults[0]!.file).toBe(join(directory, 'i.json'));
    expect(answer.faults[0]!.allowed).toMatch(/above 0.*no air from a CRAC at work reaches R2/);
    expect(answer.faults[0]!.remedy).toMatch(/has failed.*Give it a capacity/);
  });

  it.each([
    ['all are at work', 0, [{}, {}]],
    ['the other hall’s air gets there', 0.01, [{}, { coolingCapacityW: 0 }]],
    ['all have failed, which no idle facility survives', 0, [{ coolingCapacityW: 0 }, { coolingCapacityW: 0 }]],
  ] as const)('are accepted where %s', (_, mixed, cracs) => {
    expect(opened(mixed, cracs).ok).toBe(true);
  });

  it('the checker says so too, and computes no temperature', () => {
    for (const [mixed, faults] of [
      [0, ['zone "R2/L1" never draws air from a CRAC at work']],
      [0.01, []],
    ] as const) {
      const { instance, csv } = halls(mixed, [{}, { coolingCapacityW: 0 }]);
      const imported = importMatrix(instance.facility, parseMatrix(csv, 'm.csv'));
      if (!imported.accepted) throw new Error('refused');
      const { violations, zoneInletC } = checked({ instance, matrix: imported.matrix }, [15, 15], []);
      expect(zoneInletC.every(Number.isNaN)).toBe(faults.length > 0);
      expect(violations.filter(({ constraint }) => constraint === 'matrix').map(({ where }) => where)).toEqual(faults);
    }
  });
});
