import { describe, expect, it } from 'vitest';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { TemplatesInstance } from '../../../../../models/families/templates/instance.js';
import type { Template } from '../../../../../models/families/templates/template.js';
import { type CheckTemplates, templatesChecker } from '../../../../../src/families/templates/check/check-templates.js';
import { tinyTemplates, ventMatricesOf } from '../../../../support/tiny-templates.js';

/** 40 cores in ten nodes: 1000 + 600 u W, 2 u tasks/s, CoP 4, outlets P / 500 K above the set-point, at most 23 C. */
const INSTANCE = tinyTemplates('tiny-one-quadrant');
const MATRICES = ventMatricesOf(INSTANCE);

function checkerOf(instance: TemplatesInstance, matrices = MATRICES): CheckTemplates {
  const found = templatesChecker(instance, matrices);
  if (!found.ok) throw new Error(found.faults.map(({ where }) => where).join());
  return found.check;
}

/** A quarter of all cores: 1150 W, 287.5 W more to cool, outlet 22.3 C. State 0: 0.5 tasks/s arrive, nothing runs, 1500 W. */
const QUARTER: Template = {
  state: 0,
  status: 'optimal',
  vents: 0,
  setPointC: 20,
  binding: 'work',
  utilisation: Float64Array.of(0.25),
  workPerS: 0.5,
  powerW: 1437.5,
  tasksPerJ: 0.5 / 1437.5,
  boundTasksPerJ: 0.5 / 1437.5,
  hottestOutletC: 22.3,
  allowableCores: Int32Array.of(10),
};
/** Twenty cores run: 1300 W and 325 W, outlet 23 C at the warmest set-point. State 3 has 1500 W. */
const HALF: Template = {
  state: 3,
  status: 'infeasible',
  vents: 0,
  setPointC: 20.4,
  binding: 'infeasible-power',
  utilisation: Float64Array.of(0.5),
  workPerS: 1,
  powerW: 1625,
  tasksPerJ: 1 / 1625,
  boundTasksPerJ: 0,
  hottestOutletC: 23,
  allowableCores: Int32Array.of(20),
};

type Fault = readonly [constraint: string, where: string, amount: number];

function faultsOf(template: Template, check = checkerOf(INSTANCE)): Fault[] {
  return check
    .judge(template)
    .faults.map(({ constraint, where, amount }): Fault => [constraint, where, Number(amount.toPrecision(7))]);
}

/** The same template with the figures of another utilisation and set-point. */
function set(template: Template, u: number, setPointC: number, cores = Math.round(40 * u)): Template {
  const nodesW = 1000 + 600 * u;
  const [workPerS, powerW] = [2 * u, 1.25 * nodesW];
  const tasksPerJ = workPerS / powerW;
  return {
    ...template,
    setPointC,
    workPerS,
    powerW,
    tasksPerJ,
    utilisation: Float64Array.of(u),
    boundTasksPerJ: template.status === 'optimal' ? tasksPerJ : 0,
    hottestOutletC: setPointC + nodesW / 500,
    allowableCores: Int32Array.of(cores),
  };
}

describe('cores that are said to be rounded up', () => {
  const judged = (cores: number, u = 0.25) => checkerOf(INSTANCE).judge(set(QUARTER, u, 20, cores), undefined, true);

  it('break limits without a fault, and are the ceiling of every node alone', () => {
    // 10.4 of 40 cores in ten nodes are 1.04 in each: two in each rounded up, 20 in all.
    const kinds = (cores: number): unknown => judged(cores, 0.26).faults.map(({ constraint }) => constraint);
    expect(kinds(20)).not.toContain('rounding');
    expect(kinds(11)).toContain('rounding');
    expect(judged(20, 0.26).statedLimits.map(({ constraint, where }) => [constraint, where])).toContainEqual([
      'workLimit',
      'whole cores',
    ]);
    expect(judged(10).faults).toEqual([]);
    expect(judged(10).statedLimits).toEqual([]);
  });
});

describe('figures of a template', () => {
  it('are those computed by hand', () => {
    const { faults, brokenLimits, figures } = checkerOf(INSTANCE).judge(QUARTER);
    expect([faults, brokenLimits]).toEqual([[], []]);
    const { continuous, whole, ceilingTasksPerJ, least, coresShort } = figures!;
    expect(continuous.workPerS).toBeCloseTo(0.5, 12);
    expect(continuous.nodePowerW).toBeCloseTo(1150, 9);
    expect(continuous.cracPowerW).toBeCloseTo(287.5, 9);
    expect(continuous.hottestOutletC).toBeCloseTo(22.3, 10);
    expect(whole.powerW).toBeCloseTo(1437.5, 9);
    expect(ceilingTasksPerJ).toBeCloseTo(0.5 / 1437.5, 12);
    expect(least.powerW).toBeCloseTo(1250, 9);
    // 23 C less 2 K; the coolest set-point would leave another kelvin.
    expect([least.setPointC, least.excessC].map((value) => value.toFixed(9))).toEqual(['21.000000000', '-1.000000000']);
    expect(coresShort).toBe(0);
  });

  it('of whole cores count the node that has one more', () => {
    // 9 cores in ten nodes: 15 W over 100 W/K, less the mean of 0.9 cores.
    const { whole } = checkerOf(INSTANCE).judge({ ...QUARTER, allowableCores: Int32Array.of(9) }).figures!;
    expect(whole.hottestOutletC).toBeCloseTo(20 + 1135 / 500 + 0.1 * 0.15, 10);
    expect(whole.workPerS).toBeCloseTo(0.45, 12);
  });

  it('say how many running cores the whole ones leave out', () => {
    const short = { ...HALF, allowableCores: Int32Array.of(17) };
    expect(checkerOf(INSTANCE).judge(short).figures!.coresShort).toBe(3);
  });
});

describe('limits', () => {
  it.each<[string, Template, Fault[]]>([
    ['more work than there is', set(QUARTER, 0.3, 20, 10), [['workLimit', '', 0.1]]],
    [
      'too little power',
      { ...set(QUARTER, 0.6, 20), state: 6, binding: 'power' },
      [
        ['powerLimit', '', 200],
        ['powerLimit', 'whole cores', 200],
      ],
    ],
    [
      'an outlet too hot',
      { ...set(QUARTER, 0.25, 21), state: 0 },
      [
        ['outletLimit', 'R1/L1', 0.3],
        ['outletLimit', 'whole cores, R1/L1', 0.3],
      ],
    ],
    ['too cold', set(QUARTER, 0.25, 19), [['setPointRange', '', 1]]],
    [
      'fewer cores than run',
      { ...set(QUARTER, 0.25, 20), state: 4, binding: 'none' },
      [['runningCores', 'R1/L1', 0.25]],
    ],
  ])('%s', (_, template, known) => {
    expect(faultsOf(template)).toEqual(known);
  });
});

describe('what a template says of itself', () => {
  const claimed = (change: Partial<Template>): Fault[] => faultsOf({ ...QUARTER, ...change });

  it('must be its figures', () => {
    expect(claimed({ workPerS: 0.51 })).toEqual([['claim', 'workPerS', 0.01]]);
    expect(claimed({ powerW: 1437 })).toEqual([['claim', 'powerW', 0.5]]);
    expect(claimed({ hottestOutletC: 22 })).toEqual([['claim', 'hottestOutletC', 0.3]]);
    expect(claimed({ tasksPerJ: (0.5 / 1437.5) * (1 + 1e-8) })[0]![1]).toBe('tasksPerJ');
    expect(claimed({ tasksPerJ: (0.5 / 1437.5) * (1 + 1e-10) })).toEqual([]);
  });

  it('of whole cores likewise, where it is said', () => {
    const said = { workPerS: 0.5, powerW: 1437.5, hottestOutletC: 22.35 };
    const check = checkerOf(INSTANCE);
    expect(check.judge(QUARTER, { ...said, hottestOutletC: 22.3 }).faults).toEqual([]);
    expect(check.judge(QUARTER, said).faults.map(({ where }) => where)).toEqual(['whole cores, hottestOutletC']);
  });

  it('is bounded by what it reaches from below', () => {
    expect(claimed({ boundTasksPerJ: 0.5 / 1438 }).map(([constraint]) => constraint)).toEqual(['bound']);
    expect(claimed({ boundTasksPerJ: 1 })).toEqual([]);
  });

  it('names a limit it is at', () => {
    expect(claimed({ binding: 'power' }).map(([constraint, where]) => [constraint, where])).toEqual([
      ['binding', 'power'],
    ]);
    expect(claimed({ binding: 'saturated' }).map(([constraint]) => constraint)).toEqual(['binding']);
    expect(claimed({ binding: 'outlet' }).map(([constraint]) => constraint)).toEqual(['binding']);
    expect(claimed({ binding: 'none' })).toEqual([]);
  });

  it('has the cores of its utilisation, whatever the rounding', () => {
    // 2.5 of 4 cores of each node: 20 to 30.
    const state = { ...set(QUARTER, 0.625, 20, 20), state: 8, binding: 'none' } as const;
    expect(faultsOf(state)).toEqual([]);
    expect(faultsOf({ ...state, allowableCores: Int32Array.of(19) })).toEqual([['allowableCores', 'Q1, plain', 1]]);
    expect(faultsOf({ ...state, allowableCores: Int32Array.of(31) })).toContainEqual([
      'allowableCores',
      'Q1, plain',
      1,
    ]);
    expect(claimed({ allowableCores: Int32Array.of(-1) })).toContainEqual(['allowableCores', 'R1/L1', 1]);
  });

  it.each<[string, Partial<Template>]>([
    ['no state 12', { state: 12 }],
    ['no state 0.5', { state: 0.5 }],
    ['no vent combination 1', { vents: 1 }],
    ['unknown status "good"', { status: 'good' as Template['status'] }],
    ['binding "infeasible-power" of a state that is optimal', { binding: 'infeasible-power' }],
    ['a set-point that is no number', { setPointC: NaN }],
    ['powerW is no number', { powerW: Infinity }],
    ['2 utilisations', { utilisation: Float64Array.of(0.25, 0.25) }],
    ['utilisations that are no numbers', { utilisation: Float64Array.of(NaN) }],
    ['allowable cores of 0 blocks', { allowableCores: new Int32Array(0) }],
  ])('makes no sense: %s', (phrase, change) => {
    const verdict = checkerOf(INSTANCE).judge({ ...QUARTER, ...change });
    expect(verdict.figures).toBeNull();
    expect(verdict.faults.map(({ constraint, where }) => [constraint, where])).toContainEqual(['template', phrase]);
  });
});

describe('an infeasible state', () => {
  it('is infeasible by as much as the best effort says', () => {
    const verdict = checkerOf(INSTANCE).judge(HALF);
    expect(verdict.faults).toEqual([]);
    expect(verdict.brokenLimits.map(({ constraint, amount }) => [constraint, amount.toFixed(9)])).toEqual([
      ['powerLimit', '125.000000000'],
    ]);
    expect(verdict.figures!.least.powerW).toBeCloseTo(1625, 9);
  });

  it('must not be feasible', () => {
    expect(faultsOf({ ...HALF, state: 4 })).toEqual([['status', 'feasible', 75]]);
    expect(faultsOf({ ...set(HALF, 0.5, 20), state: 4, binding: 'infeasible-outlet' })).toEqual([
      ['status', 'feasible', 0.4],
    ]);
  });

  it('is so for the reason given', () => {
    expect(faultsOf({ ...HALF, binding: 'infeasible-outlet' })).toEqual([['binding', 'infeasible-outlet', 0.4]]);
    const hot = checkerOf({ ...INSTANCE, outletLimitC: 22 });
    const tooHot: Template = { ...set(HALF, 0.5, 20), binding: 'infeasible-outlet' };
    expect(faultsOf(tooHot, hot)).toEqual([]);
    expect(hot.judge(tooHot).figures!.least.excessC).toBeCloseTo(0.6, 9);
    expect(faultsOf({ ...tooHot, binding: 'infeasible-power' }, hot).map(([constraint]) => constraint)).toEqual([
      'binding',
      'bestEffort',
    ]);
  });

  it('has no better effort', () => {
    expect(faultsOf(set(HALF, 0.525, 20))).toEqual([
      ['bestEffort', 'utilisation', 0.025],
      ['bestEffort', 'power', 18.75],
    ]);
    expect(faultsOf(set(HALF, 0.5, 20.5, 20))).toEqual([['bestEffort', 'outlet', 0.1]]);
    // 1315 W; the node with three cores is 0.9 of a core above the mean. Compared with what the setting itself does.
    expect(faultsOf({ ...HALF, allowableCores: Int32Array.of(21) })).toEqual([
      ['allowableCores', 'Q1, plain', 1],
      ['powerLimit', 'whole cores', 18.75],
      ['outletLimit', 'whole cores, R1/L1', 0.165],
    ]);
    expect(faultsOf({ ...HALF, boundTasksPerJ: 1e-9 })).toEqual([['bound', '', 1e-9]]);
  });
});

describe('a room that cannot be judged', () => {
  const wheres = (instance: TemplatesInstance, matrices: readonly InfluenceMatrix[]): string => {
    const found = templatesChecker(instance, matrices);
    return found.ok ? 'judged' : found.faults.map(({ constraint, where }) => `${constraint}: ${where}`).join('; ');
  };
  const facility = (change: Partial<TemplatesInstance['facility']>): TemplatesInstance => ({
    ...INSTANCE,
    facility: { ...INSTANCE.facility, ...change },
  });

  it.each<[string, TemplatesInstance]>([
    [
      'a coefficient of performance',
      facility({ coolingPerformance: { quadraticPerC2: 0, linearPerC: -1, constant: 40 } }),
    ],
    [
      'a coefficient of performance',
      facility({ coolingPerformance: { quadraticPerC2: 0, linearPerC: 1, constant: -20 } }),
    ],
    ['no set-point', facility({ cracs: INSTANCE.facility.cracs.map((crac) => ({ ...crac, setPointMinC: 26 })) })],
    [
      'psuEfficiency 2',
      facility({ nodeTypes: INSTANCE.facility.nodeTypes.map((type) => ({ ...type, psuEfficiency: 2 })) }),
    ],
    [
      'nodes of "R1/L1" are not in exactly one',
      { ...INSTANCE, quadrants: [{ ...INSTANCE.quadrants[0]!, members: [] }] },
    ],
    ['power or rate of "R1/L1"', { ...INSTANCE, taskTypes: [{ name: 'other' }] }],
    ['grid: arriving work', { ...INSTANCE, grid: { ...INSTANCE.grid, arrivingWorkPerS: [3, 1] } }],
    ['grid: running cores of Q1', { ...INSTANCE, grid: { ...INSTANCE.grid, runningCores: [[]] } }],
    ['more cores run', { ...INSTANCE, grid: { ...INSTANCE.grid, runningCores: [[0, 41]] } }],
    ['outlet limit', { ...INSTANCE, outletLimitC: NaN }],
  ])('%s', (phrase, instance) => {
    expect(wheres(instance, MATRICES)).toContain(phrase);
  });

  it('has matrices of its own', () => {
    const [only] = MATRICES;
    expect(wheres(INSTANCE, [])).toContain('0 matrices for 1 vent combinations');
    const weights = { ...only!.weights, value: only!.weights.value.map((value) => value * 1.01) };
    expect(wheres(INSTANCE, [{ ...only!, weights }])).toMatch(/matrix: vents 0: row sum/);
    const two = { ...INSTANCE, ventOpenings: [0, 1] };
    const renamed = { ...only!, zones: only!.zones.map((zone) => ({ ...zone, name: 'elsewhere' })) };
    expect(wheres(two, [only!, renamed])).toContain('vents 1: other zones');
  });
});
