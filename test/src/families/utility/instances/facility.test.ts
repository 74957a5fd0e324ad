import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { powerRowsOf } from '../../../../../models/families/utility/power-rows.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { excludingRows } from '../../../../../src/families/utility/methods/bound/binding-rows.js';
import { utilityBound } from '../../../../../src/families/utility/methods/bound/utility-bound.js';
import { allowedNodes } from '../../../../../src/families/utility/instances/allowed-cores.js';
import {
  utilityFiles,
  loadJudgedUtility,
  loadUtilityInstance,
} from '../../../../../src/families/utility/instances/load.js';
import { tinyModel } from '../../../../support/utility/tiny-model.js';

const FILE = 'instances/utility/tiny-facility.json';

type Json = Record<string, unknown>;

/** Raw tiny facility, changed. */
function tiny(change: (instance: Json & { facility: Json; operation: Json }) => void): unknown {
  const raw = JSON.parse(readFileSync(FILE, 'utf8')) as Json & { facility: Json; operation: Json };
  change(raw);
  return raw;
}

function faultsOf(change: Parameters<typeof tiny>[0]): { path: string; remedy: string }[] {
  const judged = utilityFiles.judgeText(JSON.stringify(tiny(change)));
  return judged.ok ? [] : judged.faults.map(({ path, remedy }) => ({ path, remedy }));
}

/** Fault of the tiny facility, changed. */
function compiled(change: Parameters<typeof tiny>[0]): UtilityModel {
  const judged = utilityFiles.judge(tiny(change));
  if (!judged.ok) throw new Error(JSON.stringify(judged));
  const whole = loadJudgedUtility(judged.instance, { file: '', bytes: new Uint8Array() });
  if (!whole.ok || whole.model === null) throw new Error(JSON.stringify(whole));
  return whole.model;
}

/** Watts that warm the mixed air of the tiny room by 1 K: rho c times the air flow of the CRAC. */
const W_PER_K = 1.204 * 1006 * 0.05;

describe('a facility in a utility instance', () => {
  const loaded = loadUtilityInstance(FILE);
  if (!loaded.ok || loaded.model === null) throw new Error(JSON.stringify(loaded));
  const { model, instance } = loaded;
  const { options, room } = model;

  it('has a pool of cores for each zone', () => {
    expect(instance.pools).toEqual([{ name: 'R1/L1', nodes: 8 }]);
  });

  it('draws at the meter 1 / UPS efficiency + 1 / CoP for each watt of a core', () => {
    expect([...options.timeS]).toEqual([10, 16]);
    expect(options.powerW[0]).toBeCloseTo(10 * (1 / 0.8 + 1 / 4), 9);
    expect(options.powerW[1]).toBeCloseTo(4 * 1.5, 9);
  });

  it('takes what the idle room draws off the budget of the day', () => {
    expect(room!.idle.totalW).toBeCloseTo(60, 9);
    expect(room!.idle.coolingW).toBeCloseTo(10, 9);
    expect(model.days[0]!.budgetJ).toBeCloseTo(4000 - 60 * 60, 6);
  });

  it('has the red line as a row in kelvin for each watt at the meter', () => {
    const { count, names, unit, coefficient, limit } = model.powerRows!;
    expect([count, names, unit]).toEqual([1, ['red line at R1/L1'], ['K']]);
    expect(limit[0]).toBeCloseTo(21.08 - 20 - 40 / W_PER_K, 9);
    expect(coefficient[0]).toBeCloseTo(1 / W_PER_K / 1.5, 9);
  });

  it('leaves to work all that idle nodes do not draw, to the last joule', () => {
    const { budgetJ } = compiled((raw) => (raw['energyBudgetJPerDay'] = 4800)).days[0]!;
    expect(budgetJ).toBeGreaterThanOrEqual(1200);
    expect(budgetJ).toBeLessThan(1200 + 1e-9);
  });

  it.each<[string, Parameters<typeof tiny>[0]]>([
    ['red line', ({ operation }) => (operation['redLineC'] = 20 + 50 / W_PER_K - 5e-7)],
    [
      'power cap',
      ({ operation }) => {
        delete operation['redLineC'];
        operation['powerCapW'] = 75 - 5e-8;
      },
    ],
    [
      'cooling capacity',
      ({ operation, facility }) => {
        delete operation['redLineC'];
        (facility['cracs'] as Json[])[0]!['coolingCapacityW'] = 50 - 5e-4;
      },
    ],
  ])('has a bound that counts what the checker forgives of a %s: one fast task, worth 2', async (_, change) => {
    const model = compiled((raw) => {
      delete raw['energyBudgetJPerDay'];
      delete raw['knownOptimum'];
      change(raw);
    });
    expect((await utilityBound(model, UNLIMITED)).bound).toBeGreaterThanOrEqual(2);
  });

  it('says which limits leave out options, whose worth no price tells', () => {
    const excluding = (powerCapW: number): readonly string[] =>
      excludingRows(
        compiled(({ operation }) => {
          delete operation['redLineC'];
          operation['powerCapW'] = powerCapW;
        }),
      );
    // Idle 60 W; a fast core takes 15 W more at the meter.
    expect([excluding(74), excluding(76)]).toEqual([['power cap'], []]);
  });

  it('weighs the power of an option by what the limit counts of it, and adds what the checker forgives', () => {
    const kinds = [
      [
        { pool: 0, timeS: 10, powerW: 100 },
        { pool: 1, timeS: 10, powerW: 50 },
      ],
    ];
    const row = (perW: readonly number[], limit: number) =>
      excludingRows(
        tinyModel({
          endS: 100,
          pools: [1, 1],
          kinds,
          functions: [[{ startS: 0, value: 1 }]],
          tasks: [],
          rows: [{ perW, limit }],
        }),
      ).length;
    // 0.02 x 100 W and 0.03 x 50 W against 2 and 1.9; 0.05 x 50 W against 2.4.
    expect([row([0.02, 0.03], 2), row([0.02, 0.03], 1.9), row([0, 0.05], 2.4), row([0, 0.05], 2.5)]).toEqual([
      0, 1, 1, 0,
    ]);
  });

  it('has no rows where no limit can be broken', () => {
    // All eight cores fast make 120 W with the idle power, which warm the air by 120 / 60.56 = 1.9815 K.
    const rowsAt = (redLineC: number): number =>
      powerRowsOf({ ...room!, redLineC }, Float64Array.of(80 * 1.5))?.count ?? 0;
    expect([rowsAt(21.981), rowsAt(21.982)]).toEqual([1, 0]);
  });

  it.each<[string, string, Parameters<typeof tiny>[0]]>([
    ['pools beside it', 'pools', (raw) => (raw['pools'] = [{ name: 'p', nodes: 1 }])],
    ['another environment', 'environment', (raw) => (raw['environment'] = 'serial')],
    ['no operation', 'operation', (raw) => delete (raw as Json)['operation']],
    ['a CRAC without set-point', 'operation.setPointsC.CRAC1', ({ operation }) => (operation['setPointsC'] = {})],
    [
      'a set-point out of range',
      'operation.setPointsC.CRAC1',
      ({ operation }) => (operation['setPointsC'] = { CRAC1: 40 }),
    ],
    [
      'a set-point of no CRAC',
      'operation.setPointsC.X',
      ({ operation }) => (operation['setPointsC'] = { CRAC1: 20, X: 20 }),
    ],
    [
      'a set-point for a word that is no name',
      'operation.setPointsC.__proto__',
      ({ operation }) => (operation['setPointsC'] = JSON.parse('{ "CRAC1": 20, "__proto__": 20 }') as Json),
    ],
    ['P-states without the fastest', 'operation.pStates[0]', ({ operation }) => (operation['pStates'] = [1])],
    [
      'a task type that no node runs',
      'taskTypes.types[1].name',
      (raw) => {
        raw['taskTypes'] = {
          source: 'facility',
          types: [
            { name: 'a', memoryClass: 'M' },
            { name: 'b', memoryClass: 'M' },
          ],
        };
      },
    ],
    [
      'types of another source',
      'taskTypes.source',
      (raw) => {
        raw['taskTypes'] = { source: 'table', types: [{ name: 'a', runs: [{ pool: 'R1', pStates: [{ timeS: 1 }] }] }] };
      },
    ],
    [
      'a rack that the room lacks',
      'facility.nodeGroups[0].rack',
      ({ facility }) => {
        facility['nodeGroups'] = [{ nodeType: 'S', count: 2, rack: 'R9' }];
      },
    ],
  ])('is refused with %s', (_, path, change) => {
    expect(faultsOf(change).map((fault) => fault.path)).toContain(path);
  });

  it('is refused with a budget that the idle room overdraws on a whole day before a short measured time', () => {
    const told = (budgets: Json): readonly string[] => {
      const judged = utilityFiles.judge(
        tiny((raw) => {
          delete raw['energyBudgetJPerDay'];
          delete raw['knownOptimum'];
          Object.assign(raw, { period: { durationS: 86_460, measuredFromS: 86_400 }, ...budgets });
        }),
      );
      if (!judged.ok) throw new Error(JSON.stringify(judged));
      const whole = loadJudgedUtility(judged.instance, { file: '', bytes: new Uint8Array() });
      return whole.ok ? [] : whole.faults.map(({ path, allowed }) => `${path}: ${allowed}`);
    };
    // 60 W for 24 h are 5.184 MJ or 1.44 kWh, for 14.4 cents at 10 cents each.
    expect([told({ energyBudgetJPerDay: 5_183_000 }), told({ energyBudgetJPerDay: 5_185_000 })]).toEqual([
      ['energyBudgetJPerDay: above 5184000 (J), what the idle room draws in 86400 s'],
      [],
    ]);
    const energyPrice = { source: 'series', usdPerKwh: new Array<number>(24).fill(0.1) };
    const cost = (costBudgetUsdPerDay: number) => told({ energyPrice, costBudgetUsdPerDay });
    expect([cost(0.143), cost(0.145)]).toEqual([
      ['costBudgetUsdPerDay: above 0.144 (USD), what the idle room costs in 86400 s'],
      [],
    ]);
  });

  it('is asked for by an operation, and by types that take their times from one', () => {
    const paths = faultsOf((raw) => {
      delete (raw as Json)['facility'];
    }).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['pools', 'operation', 'taskTypes.source']));
  });
});

describe('allowed cores over time', () => {
  const rows = (allowedCores: unknown) => tiny((raw) => (raw['allowedCores'] = allowedCores));
  const judged = (allowedCores: unknown) => utilityFiles.judge(rows(allowedCores));

  it('limit a pool from a moment until its next row', () => {
    const answer = judged([
      { pool: 'R1/L1', fromS: 10, cores: 3 },
      { pool: 'R1/L1', fromS: 40, cores: 8 },
    ]);
    expect(answer.ok ? allowedNodes(answer.instance) : answer).toEqual([
      [
        { fromS: 10, nodes: 3 },
        { fromS: 40, nodes: 8 },
      ],
    ]);
  });

  it('of the zones of a rack add up, whole zones without rows included', () => {
    const raw = tiny(({ facility, operation }) => {
      operation['poolsPer'] = 'rack';
      const airflow = facility['airflow'] as { layout: Json };
      airflow.layout['levelsPerRack'] = 2;
      // Slots 2 and 3 lie in different levels.
      facility['nodeGroups'] = [{ nodeType: 'S', count: 2, rack: 'R1', firstSlot: 2 }];
    }) as Json;
    raw['allowedCores'] = [{ pool: 'R1/L2', fromS: 5, cores: 1 }];
    const answer = utilityFiles.judge(raw);
    expect(answer.ok ? [answer.instance.pools, allowedNodes(answer.instance)] : answer).toEqual([
      [{ name: 'R1', nodes: 8 }],
      [[{ fromS: 5, nodes: 5 }]],
    ]);
  });

  it.each([
    ['an unknown pool', [{ pool: 'X', fromS: 0, cores: 1 }], 'allowedCores[0].pool'],
    ['more cores than there are', [{ pool: 'R1/L1', fromS: 0, cores: 9 }], 'allowedCores[0].cores'],
    ['rows out of order', [5, 5].map((fromS) => ({ pool: 'R1/L1', fromS, cores: 1 })), 'allowedCores[1].fromS'],
  ])('are refused with %s', (_, allowedCores, path) => {
    const answer = judged(allowedCores);
    expect(answer.ok ? [] : answer.faults.map((fault) => fault.path)).toEqual([path]);
  });
});
