import { describe, expect, it } from 'vitest';
import { sparseRows } from '../../../../../models/physics/thermal/sparse-rows.js';
import type { GeoInstance, GeoRules } from '../../../../../models/families/geo/instance.js';
import type { GeoPlan, NodeLoad } from '../../../../../models/families/geo/plan.js';
import type { GeoSeries } from '../../../../../models/families/geo/series.js';
import type { Violation } from '../../../../../models/families/violation.js';
import { checkGeoPlan } from '../../../../../src/families/geo/check/check-geo-plan.js';
import { parseGeoPlan } from '../../../../../src/families/geo/check/parse-geo-plan.js';
import { twoCentres } from '../../../../models/families/geo/two-centres.js';
import { planOf, SHA256, whole } from './hand-plan.js';

const HALL = twoCentres();
const check = (plan: GeoPlan, instance = HALL.instance, series: GeoSeries = HALL.series) =>
  checkGeoPlan(instance, series, HALL.matrixOfRoom, plan);
const kinds = (violations: readonly Violation[]): string[] => [
  ...new Set(violations.map(({ constraint }) => constraint)),
];

describe('checkGeoPlan', () => {
  it('finds nothing wrong with a feasible plan, and every number finite', () => {
    const found = check(planOf());
    expect(found.violations).toEqual([]);
    expect(JSON.stringify(found)).not.toContain('null');
    expect(found.costUsd).toBeGreaterThan(0);
  });

  it('reports more nodes than there are, and still adds them up', () => {
    const epochs = planOf().epochs.map((row) => row.map((cell) => ({ ...cell, nodes: [...cell.nodes] })));
    epochs[0]![1]!.nodes.push([0, 3], [1, 4]);
    const { violations, cells } = check(planOf({ epochs }));
    expect(violations.filter(({ constraint }) => constraint === 'nodeCount')).toEqual([
      { constraint: 'nodeCount', where: 'epochs[0], B, N', unit: 'nodes', value: 7, limit: 4, amount: 3 },
    ]);
    expect(cells[0]![1]!.awake).toEqual([7]);
  });

  it('reports work beyond what arrives where a kWh costs less than nothing, with the rates of such data centres alone', () => {
    // Both centres pay in the first epoch.
    const paying = twoCentres({ centres: { price: { source: 'series', usdPerKwh: [-0.1, 0.2] } } });
    const judged = (nodes: [number, number][]) => {
      const epochs = planOf().epochs.map((row, t) =>
        row.map((cell, d) => (t === 0 && d === 1 ? { ...cell, nodes } : cell)),
      );
      return checkGeoPlan(paying.instance, paying.series, paying.matrixOfRoom, planOf({ epochs }));
    };
    // One node of load 0 more: two cores on "a" with delay 3 s, 2 / 13 tasks/s; load 1 serves "a" with 3 - 100 x 0.005 s.
    const perNodeA = 1 / 12.5;
    const found = judged([[0, 1]]).violations.filter(({ constraint }) => constraint === 'unarrivedWork');
    const ofA = found.find(({ where }) => where === 'epochs[0], a')!;
    expect(ofA).toMatchObject({ unit: 'tasks/s', limit: 0.1 });
    expect(ofA.value).toBeCloseTo(2 * perNodeA + 2 / 13, 12);
    expect(ofA.amount).toBeCloseTo(2 * perNodeA + 2 / 13 - 0.1, 12);
    expect(found.every(({ where }) => where.startsWith('epochs[0]'))).toBe(true);
    expect(check(planOf()).violations).toEqual([]);
  });

  it('reports sun and wind used that there are not, that the centre does not draw, or that are not all as printed', () => {
    // 1 kW in epoch 0: 0.5 kWh, of which A draws 0.474 with load 1 on two nodes.
    const solar = { panelAreaM2: 5, efficiency: 0.2, irradiance: { source: 'series', wPerM2: [1000, 0] } } as const;
    const judged = (surplus: GeoRules['surplus'], renewableKwh: number) => {
      const sunny = twoCentres({ centres: { renewables: { solar } }, rules: { surplus } });
      const epochs = planOf().epochs.map((row, t) =>
        row.map((cell, d) => (t === 0 && d === 0 ? { ...cell, renewableKwh } : cell)),
      );
      const { violations, cells } = checkGeoPlan(sunny.instance, sunny.series, sunny.matrixOfRoom, planOf({ epochs }));
      return {
        found: violations.map(({ constraint, amount }) => [constraint, Number(amount.toFixed(9))]),
        cell: cells[0]![0]!,
      };
    };
    const usedKwh = judged({ rule: 'curtailed' }, 0).cell.gridKwh;
    expect(usedKwh).toBeLessThan(0.5);
    const over = Number((0.5 - usedKwh).toFixed(9));
    expect(judged({ rule: 'curtailed' }, 0.2).found).toEqual([]);
    expect(judged({ rule: 'curtailed' }, 0.2).cell.gridKwh).toBeCloseTo(usedKwh - 0.2, 12);
    expect(judged({ rule: 'curtailed' }, -0.1).found).toEqual([['renewableEnergy', 0.1]]);
    expect(judged({ rule: 'curtailed' }, 0.5).found).toEqual([['renewableEnergy', over]]);
    expect(judged({ rule: 'feed-in', usdPerKwh: 0.05 }, 0.5).found).toEqual([]);
    expect(judged({ rule: 'feed-in', usdPerKwh: 0.05 }, 0.6).found).toEqual([['renewableEnergy', 0.1]]);
    expect(judged({ rule: 'printed' }, 0.5).found).toEqual([]);
    expect(judged({ rule: 'printed' }, 0.4).found).toEqual([['renewableEnergy', 0.1]]);
    // What is not fed in earns nothing: 0.5 kWh offered, 0.49 taken.
    const { cell } = judged({ rule: 'feed-in', usdPerKwh: 0.05 }, 0.49);
    expect(cell.energyUsd).toBeCloseTo(-0.05 * (0.49 - usedKwh), 12);
  });

  it.each<[string, (plan: GeoPlan) => GeoPlan, string, string]>([
    [
      'more nodes than can be counted',
      (plan) => withCell(plan, { setPointC: 20, nodes: [[0, 1e308]] }),
      'plan',
      'nodes[0][1]',
    ],
    ['a temperature that is none', (plan) => withCell(plan, { setPointC: -274, nodes: [] }), 'plan', 'setPointC'],
    ['one of a million degrees', (plan) => withCell(plan, { setPointC: 1e6, nodes: [] }), 'plan', 'setPointC'],
    [
      'no energy of sun and wind',
      (plan) => withCell(plan, { setPointC: 20, renewableKwh: NaN, nodes: [] }),
      'plan',
      'epochs[0][0].renewableKwh',
    ],
    ['an unknown node type', (plan) => withLoad(plan, { nodeType: 'M', cores: [] }), 'plan', 'loads[0].nodeType'],
    ['an unknown task type', (plan) => withLoad(plan, { nodeType: 'N', cores: [whole(1, 'c')] }), 'plan', 'slices[0]'],
    [
      'a P-state there is not',
      (plan) => withLoad(plan, { nodeType: 'N', cores: [whole(1, 'a', 2)] }),
      'plan',
      'slices[0]',
    ],
    [
      'more cores than there are',
      (plan) => withLoad(plan, { nodeType: 'N', cores: [whole(3, 'a')] }),
      'coreTime',
      '.cores',
    ],
    ['half a core', (plan) => withLoad(plan, { nodeType: 'N', cores: [whole(0.5, 'a')] }), 'coreTime', '.count'],
    ['less than no core', (plan) => withLoad(plan, { nodeType: 'N', cores: [whole(-1, 'a')] }), 'coreTime', '.count'],
    [
      'too much time',
      (plan) => withLoad(plan, { nodeType: 'N', cores: [busy(0.7, 0.3 + 2e-9)] }),
      'coreTime',
      '.slices',
    ],
    [
      'a negative fraction',
      (plan) => withLoad(plan, { nodeType: 'N', cores: [busy(-2e-9, 0.4)] }),
      'plan',
      '.fraction',
    ],
    ['half a node', (plan) => withCell(plan, { setPointC: 20, nodes: [[0, 0.5]] }), 'plan', 'epochs[0][0].nodes[0][1]'],
    ['a load there is not', (plan) => withCell(plan, { setPointC: 20, nodes: [[2, 1]] }), 'plan', 'nodes[0][0]'],
    [
      'a load twice',
      (plan) =>
        withCell(plan, {
          setPointC: 20,
          nodes: [
            [1, 1],
            [1, 1],
          ],
        }),
      'plan',
      'nodes[1][0]',
    ],
    ['no set-point', (plan) => withCell(plan, { setPointC: NaN, nodes: [] }), 'plan', 'epochs[0][0].setPointC'],
    ['an epoch too few', (plan) => ({ ...plan, epochs: plan.epochs.slice(1) }), 'plan', 'epochs.length'],
    [
      'a centre too few',
      (plan) => ({ ...plan, epochs: [plan.epochs[0]!.slice(1), plan.epochs[1]!] }),
      'plan',
      'epochs[0].length',
    ],
  ])('gives %s no cost and no rates, and refuses the file', (_, change, kind, path) => {
    const plan = change(planOf());
    const found = check(plan);
    expect(found.costUsd).toBeNaN();
    expect(found.servedPerS.flat().every((rate) => rate === 0)).toBe(true);
    expect(found.violations.some(({ constraint, where }) => constraint === kind && where.includes(path))).toBe(true);
    const text = JSON.stringify(plan);
    if (text.includes('null')) return;
    const parsed = parseGeoPlan(text, 'plan.json', { instance: HALL.instance, sha256: SHA256 });
    expect('faults' in parsed && parsed.faults.some((fault) => fault.path.includes(path))).toBe(true);
  });

  it.each<[string, (instance: GeoInstance, series: GeoSeries) => [GeoInstance, GeoSeries]]>([
    ["prices that are not the instance's", (i, s) => [i, withSeries(s, { usdPerKwh: Float64Array.of(0.1, 0.21) })]],
    ['a price off by a billionth', (i, s) => [i, withSeries(s, { usdPerKwh: Float64Array.of(0.1, 0.2 + 2e-10) })]],
    ['carbon from nowhere', (i, s) => [i, withSeries(s, { gramsPerKwh: Float64Array.of(0, 1) })]],
    [
      "carbon that is not the instance's",
      (i, s) => [
        withCentre(i, { carbon: { source: 'series', gramsPerKwh: [400, 400] } }),
        withSeries(s, { gramsPerKwh: Float64Array.of(400, 399) }),
      ],
    ],
    [
      // 0.5 x 0.04 x 1,000 m2 x 1.2 or 1 kg/m3 x 1,000 m3/s3, so 24 and 20 kW, for half an hour: 12 and 10 kWh.
      'wind in the air of another epoch',
      (i, s) => [
        withCentre(i, {
          renewables: {
            wind: {
              rotorAreaM2: 1000,
              efficiency: 0.04,
              speed: { source: 'series', mPerS: [10, 10], airDensityKgPerM3: [1.2, 1] },
            },
          },
        }),
        withSeries(s, { renewableKwh: Float64Array.of(12, 12) }),
      ],
    ],
    ['a CUP of 0', (i, s) => [withCentre(i, { coolingPerPower: 0 }), s]],
    ['renewables from nowhere', (i, s) => [i, withSeries(s, { renewableKwh: Float64Array.of(0, 1) })]],
    ['a series too short', (i, s) => [i, withSeries(s, { usdPerKwh: Float64Array.of(0.1) })]],
    [
      'a period of other epochs',
      (i, s) => [i, withSeries(s, { demandPeriods: [{ name: 'p', usdPerKwMonth: 1, epochs: [2] }] })],
    ],
    [
      "arrivals that are not the instance's",
      (i, s) => [i, { ...s, arrivalRatePerS: s.arrivalRatePerS.map((rate) => rate / 2) }],
    ],
    ['an overhead below 1', (i, s) => [withCentre(i, { powerOverhead: 0.9 }), s]],
    ['a utilisation above 1', (i, s) => [{ ...i, rules: { ...i.rules, utilisation: 1.1 } }, s]],
    ['transitions longer than an epoch', (i, s) => [{ ...i, rules: { ...i.rules, transitionS: 1801 } }, s]],
    [
      'a NaN price',
      (i, s) => [
        withCentre(i, { price: { source: 'series', usdPerKwh: [NaN, 1] } }),
        withSeries(s, { usdPerKwh: Float64Array.of(NaN, 1) }),
      ],
    ],
    ['two centres of one name', (i, s) => [{ ...i, dataCentres: [i.dataCentres[0]!, i.dataCentres[0]!] }, s]],
    ['two node types of one name', (i, s) => [{ ...i, nodeTypes: [...i.nodeTypes, i.nodeTypes[0]!] }, s]],
    ['an unknown room', (i, s) => [withCentre(i, { room: 'attic' }), s]],
  ])('refuses to judge with %s', (_, change) => {
    const found = check(planOf(), ...change(HALL.instance, HALL.series));
    expect(kinds(found.violations)).toContain('instance');
    expect(found.costUsd).toBeNaN();
  });

  it("says that a matrix is not this room's, and has no bill then", () => {
    const matrix = HALL.matrixOfRoom('hall');
    const zones = matrix.zones.map((zone) => ({ ...zone, nodeCount: 5 }));
    const found = checkGeoPlan(HALL.instance, HALL.series, () => ({ ...matrix, zones }), planOf());
    expect(
      found.violations.some(({ constraint, where }) => constraint === 'matrix' && where.startsWith('hall: ')),
    ).toBe(true);
    // Of the 2 m3/s that the CRAC gives, 1.9 arrive: heat is lost.
    const leaking = { ...matrix, weights: sparseRows([0.7, 0.3, 0.5, 0.5]) };
    const lossy = checkGeoPlan(HALL.instance, HALL.series, () => leaking, planOf());
    expect(kinds(lossy.violations)).toEqual(['matrix', 'heatBalance']);
    const broken = { ...matrix, airFlowM3PerS: Float64Array.of(2, NaN) };
    expect(checkGeoPlan(HALL.instance, HALL.series, () => broken, planOf()).costUsd).toBeNaN();
  });

  it('finds moments without time in the literal Eq. 21, and a CoP that is none', () => {
    const rude = {
      perNeighbourS: -20,
      perAverageIntensityS: -100,
      baseTimeFactor: 1,
      perGHzS: 0,
      perOwnIntensityS: 0,
      constantS: 0,
    };
    const nodeTypes = HALL.instance.nodeTypes.map((type) => ({ ...type, interference: { I: rude, II: rude } }));
    const literal = check(planOf(), { ...HALL.instance, nodeTypes, colocation: { model: 'literal' } });
    expect(literal.violations.find(({ constraint }) => constraint === 'colocationModel')).toMatchObject({
      unit: 's',
      // "a" beside "a"; beside "b", in the other load, -11.5 s.
      value: -12,
    });
    const hall = {
      ...HALL.instance.rooms['hall']!,
      coolingPerformance: { quadraticPerC2: 0, linearPerC: 0.1, constant: -3 },
    };
    expect(kinds(check(planOf(), { ...HALL.instance, rooms: { hall } }).violations)).toContain('coolingPerformance');
  });

  it('has no cost, and serves nothing, where numbers run over', () => {
    const price = { source: 'series', usdPerKwh: [1e308, 1e308] } as const;
    const dataCentres = HALL.instance.dataCentres.map((centre) => ({ ...centre, price, powerOverhead: 9 }));
    const usdPerKwh = Float64Array.from(price.usdPerKwh);
    const centres = HALL.series.centres.map((centre) => ({ ...centre, usdPerKwh }));
    const dear = check(planOf(), { ...HALL.instance, dataCentres }, { ...HALL.series, centres });
    expect(dear.violations.map(({ constraint, where }) => `${constraint} ${where}`)).toContain('nonFinite costUsd');
    expect(dear.costUsd).toBeNaN();
    const nodeTypes = HALL.instance.nodeTypes.map((type) => ({
      ...type,
      tasks: type.tasks.map((task) => ({ ...task, timeS: [1e-310, 1e-310] })),
    }));
    const fast = check(planOf(), { ...HALL.instance, nodeTypes, colocation: { model: 'none' } });
    expect(fast.violations.map(({ constraint, where }) => `${constraint} ${where}`)).toContain(
      'nonFinite servedPerS[0]',
    );
    expect(fast.servedPerS[0]![0]).toBe(0);
  });
});

function busy(first: number, second: number) {
  return { count: 1, slices: [first, second].map((fraction) => ({ taskType: 'a', pState: 0, fraction })) };
}

function withLoad(plan: GeoPlan, load: NodeLoad): GeoPlan {
  return { ...plan, loads: [load, ...plan.loads.slice(1)] };
}

function withCell(plan: GeoPlan, cell: GeoPlan['epochs'][number][number]): GeoPlan {
  return { ...plan, epochs: [[cell, plan.epochs[0]![1]!], plan.epochs[1]!] };
}

function withSeries(series: GeoSeries, changes: Partial<GeoSeries['centres'][number]>): GeoSeries {
  return { ...series, centres: [{ ...series.centres[0]!, ...changes }, ...series.centres.slice(1)] };
}

function withCentre(instance: GeoInstance, changes: Partial<GeoInstance['dataCentres'][number]>): GeoInstance {
  return { ...instance, dataCentres: [{ ...instance.dataCentres[0]!, ...changes }, ...instance.dataCentres.slice(1)] };
}
