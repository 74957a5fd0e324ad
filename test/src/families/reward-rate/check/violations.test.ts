import { describe, expect, it } from 'vitest';
import type { CoreShare } from '../../../../../models/facility/core-share.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { check, expectViolation, expectVoid } from './changed-case.js';
import { planOf, twoZones, whole } from './two-zones.js';

const at = (setPointC: number): RewardRatePlan => planOf({ 'R2/L1': [whole(2, 'a')] }, { C1: setPointC });
const onNode = (...cores: CoreShare[]): RewardRatePlan => planOf({ 'R2/L1': cores });

describe('limits of the facility', () => {
  it('reports power over the cap by its amount and keeps the reward', () => {
    const evaluation = check({ limits: { powerCapW: 3990 } });
    expectViolation(evaluation, 'powerCap', '', 10, 1e-5);
    expect(evaluation.violations).toHaveLength(1);
    expect(evaluation.rewardPerS).toBeGreaterThan(0);
  });

  it('accepts what is within the tolerance and no more', () => {
    expect(check({ limits: { powerCapW: 4000 - 3.9e-6 } }).violations).toEqual([]);
    expect(check({ limits: { powerCapW: 4000 - 4.1e-6 } }).violations).toHaveLength(1);
    expect(check({ limits: { redLineC: 20 + 56 / 87 - 0.9e-6 } }).violations).toEqual([]);
    expect(check({ limits: { redLineC: 20 + 56 / 87 - 1.1e-6 } }).violations).toHaveLength(1);
  });

  it('reports each zone over the red line', () => {
    const evaluation = check({ limits: { redLineC: 20 } });
    expectViolation(evaluation, 'redLine', 'R1/L1', 23 / 87);
    expectViolation(evaluation, 'redLine', 'R2/L1', 56 / 87);
  });

  it('reports rack and PDU power over their limits, a PDU feeding several racks', () => {
    const rackPowerLimits = [
      { rack: 'R1', powerLimitW: 1000 },
      { rack: 'R2', powerLimitW: 1900 },
    ];
    const pdus = [
      { name: 'both', racks: ['R1', 'R2'], powerLimitW: 2950 },
      { name: 'one', racks: ['R1'], powerLimitW: 1000 },
    ];
    const evaluation = check({ limits: { rackPowerLimits, pdus } });
    expectViolation(evaluation, 'rackPower', 'R2', 100);
    expectViolation(evaluation, 'pduPower', 'both', 50);
    expect(evaluation.violations).toHaveLength(2);
  });

  it('refuses a limit on a rack that does not exist, as it could never bind', () => {
    const evaluation = check({ limits: { rackPowerLimits: [{ rack: 'R9', powerLimitW: 1 }] } });
    expectViolation(evaluation, 'instance', /unknown rack "R9"/, 1);
  });

  it('reports heat over the capacity of a CRAC', () => {
    const cracs = [{ ...twoZones().instance.facility.cracs[0]!, coolingCapacityW: 2900 }];
    expectViolation(check({ facility: { cracs } }), 'coolingCapacity', 'C1', 100, 1e-5);
  });

  it('reports set-points outside their range, both ways', () => {
    expectViolation(check({ plan: at(9.5) }), 'setPointRange', 'C1', 0.5);
    expectViolation(check({ plan: at(30.25), limits: { redLineC: 40 } }), 'setPointRange', 'C1', 0.25);
    expect(check({ plan: at(10) }).violations).toEqual([]);
  });

  it('reports a coefficient of performance that is not positive', () => {
    const coolingPerformance = { quadraticPerC2: 0, linearPerC: 0, constant: -2 };
    expectViolation(check({ facility: { coolingPerformance } }), 'coolingPerformance', 'C1', 2);
  });
});

describe('core time', () => {
  const share = (...fractions: number[]): CoreShare => ({
    count: 1,
    slices: fractions.map((fraction) => ({ taskType: 'b', pState: 0, fraction })),
  });

  it('reports fractions of a core over 1 and accepts the tolerance', () => {
    expectViolation(check({ plan: onNode(share(0.7, 0.5)) }), 'coreTime', /cores\[0\]$/, 0.2);
    const within = check({ plan: onNode(share(0.5, 0.5 + 5e-10)) });
    expect(within.violations).toEqual([]);
    expect(within.ratePerS[1]).toBeCloseTo(0.2, 8);
  });

  it('reports more cores than the node has', () => {
    const evaluation = check({ plan: onNode(whole(2, 'a'), whole(1, 'b')) });
    expectViolation(evaluation, 'coreTime', 'assignments[0] (R2/L1)', 1);
    expectVoid(evaluation);
  });

  it('reports more nodes than the zone has, summed over its assignments', () => {
    const once = planOf({ 'R2/L1': [whole(1, 'a')] });
    const twice = { ...once, assignments: [...once.assignments, ...once.assignments] };
    expectViolation(check({ plan: twice }), 'coreTime', 'assignments[1] (R2/L1)', 1);
    expectViolation(check({ plan: planOf({ 'R2/L1': [] }, { C1: 20 }, 4) }), 'coreTime', /R2/, 3);
  });

  it('reports counts that are fractions or negative', () => {
    expectViolation(check({ plan: onNode(whole(1.25, 'a')) }), 'coreTime', /count: no count/, 0.25);
    expectViolation(check({ plan: onNode(whole(-2, 'a')) }), 'coreTime', /count: no count/, 2);
    expectViolation(check({ plan: planOf({ 'R2/L1': [] }, { C1: 20 }, 0.5) }), 'coreTime', /nodes: no count/, 0.5);
    expectViolation(check({ plan: planOf({ 'R2/L1': [] }, { C1: 20 }, -1) }), 'coreTime', /nodes: no count/, 1);
  });
});

describe('deadline', () => {
  it('reports a time alone over the deadline and keeps the rates', () => {
    const evaluation = check({ taskType: { deadlineS: 18 }, plan: onNode(whole(1, 'a', 1)) });
    expectViolation(evaluation, 'deadline', /a on N in P-state 1/, 2);
    expect(evaluation.ratePerS[0]).toBeCloseTo(0.05, 12);
  });

  it('refuses a time equal to the deadline (Eq. 24) with an amount above 0', () => {
    const evaluation = check({ taskType: { deadlineS: 20 }, plan: onNode(whole(1, 'a', 1)) });
    expectViolation(evaluation, 'deadline', /P-state 1/, 0);
    expect(evaluation.violations[0]!.amount).toBeGreaterThan(0);
  });
});

describe('plan', () => {
  const slice = (taskType: string, pState: number, fraction: number) =>
    onNode({ count: 1, slices: [{ taskType, pState, fraction }] });
  it.each([
    ['an unknown zone', planOf({ 'R9/L1': [whole(1, 'a')] }), /R9.*unknown zone/, 1],
    ['an unknown task type', slice('zzz', 0, 1), /unknown task type "zzz"/, 1],
    ['a P-state too high', slice('a', 2, 1), /no P-state 2/, 1],
    ['a negative P-state', slice('a', -1, 1), /no P-state -1/, 1],
    ['a P-state between two', slice('a', 0.5, 1), /no P-state 0.5/, 1],
    ['a negative fraction', slice('a', 0, -0.25), /negative fraction/, 0.25],
    ['a fraction that is no number', slice('a', 0, NaN), /not a finite number/, 1],
    ['a count that is no number', onNode(whole(NaN, 'a')), /not a finite number/, 1],
    ['an unknown CRAC', { ...at(20), setPointsC: { C1: 20, C7: 20 } }, /unknown CRAC "C7"/, 1],
    ['a missing set-point', { ...at(20), setPointsC: {} }, /no finite set-point for "C1"/, 1],
    ['a set-point that is no number', { ...at(20), setPointsC: { C1: Infinity } }, /no finite set-point/, 1],
  ])('refuses %s and gives it no reward', (_, plan, where, amount) => {
    const evaluation = check({ plan });
    expectViolation(evaluation, 'plan', where, amount);
    expectVoid(evaluation);
  });

  it('refuses a task type that is not listed for the node type', () => {
    const nodeTypes = twoZones().instance.facility.nodeTypes.map((type) => ({ ...type, tasks: type.tasks.slice(1) }));
    expectViolation(check({ facility: { nodeTypes } }), 'plan', /"a" cannot run on node type "N"/, 1);
  });

  it('does not take a name of the language for a CRAC of the plan', () => {
    const cracs = [{ ...twoZones().instance.facility.cracs[0]!, name: 'constructor' }];
    const evaluation = check({
      facility: { cracs },
      matrix: { cracNames: ['constructor'] },
      plan: { ...at(20), setPointsC: {} },
    });
    expectViolation(evaluation, 'plan', /no finite set-point for "constructor"/, 1);
  });

  it('leaves numbers it cannot compute undefined, and says which', () => {
    const evaluation = check({ plan: { ...at(20), setPointsC: {} } });
    expect(evaluation.zoneInletC).toEqual([NaN, NaN]);
    expectViolation(evaluation, 'nonFinite', 'zoneInletC', 2);
    expectViolation(evaluation, 'nonFinite', 'totalW', 1);
  });
});

describe('instance', () => {
  it('names a number of the instance that makes a power undefined', () => {
    const nodeTypes = twoZones().instance.facility.nodeTypes.map((type) => ({ ...type, idlePowerW: NaN }));
    const evaluation = check({ facility: { nodeTypes } });
    expectViolation(evaluation, 'nonFinite', 'idleW', 1);
    expectVoid(evaluation);
  });

  it('refuses missing co-location coefficients and accepts their absence without co-location', () => {
    const nodeTypes = twoZones().instance.facility.nodeTypes.map((type) => ({ ...type, interference: undefined }));
    const refused = check({ facility: { nodeTypes } });
    expectViolation(refused, 'instance', /lacks anchored coefficients of class "I"/, 1);
    expectVoid(refused);
    const anchoredOnly = check({ facility: { colocation: { model: 'literal' } } });
    expectViolation(anchoredOnly, 'instance', /lacks literal coefficients of class "I"/, 1);
    const none = check({ facility: { nodeTypes, colocation: { model: 'none' } } });
    expect(none.violations).toEqual([]);
    expect([...none.ratePerS, ...none.averagedRatePerS]).toEqual([0.2, 0, 0.2, 0]);
  });

  it('refuses a time alone that is not positive', () => {
    const nodeTypes = twoZones().instance.facility.nodeTypes.map((type) => ({
      ...type,
      tasks: type.tasks.map((task) => ({ ...task, timeS: [0, 8] })),
    }));
    const evaluation = check({ facility: { nodeTypes } });
    expectViolation(evaluation, 'instance', /time, power, frequency or memory intensity undefined for a on N/, 1);
    expectVoid(evaluation);
  });

  it('refuses efficiencies outside (0, 1] and limits that are no numbers', () => {
    expectViolation(check({ facility: { upsEfficiency: 1.5 } }), 'instance', /upsEfficiency/, 1);
    expectViolation(check({ limits: { powerCapW: NaN } }), 'instance', /limit of powerCap/, 1);
    const nodeTypes = twoZones().instance.facility.nodeTypes.map((type) => ({ ...type, psuEfficiency: 0 }));
    expectViolation(check({ facility: { nodeTypes } }), 'instance', /psuEfficiency of "N"/, 1);
  });
});

describe('colocationModel', () => {
  it('reports execution times of the literal Eq. 21 at or below zero, once, and earns nothing there', () => {
    const literal = {
      perNeighbourS: -7,
      perAverageIntensityS: 0,
      baseTimeFactor: 1,
      perGHzS: 0,
      perOwnIntensityS: 0,
      constantS: 0,
    };
    const nodeTypes = twoZones().instance.facility.nodeTypes.map((type) => ({
      ...type,
      interference: { I: literal, II: literal },
    }));
    const evaluation = check({
      facility: { nodeTypes, colocation: { model: 'literal' } },
      plan: planOf({ 'R1/L1': [whole(2, 'b')], 'R2/L1': [whole(1, 'b'), whole(1, 'a')] }),
    });
    // "b" beside one neighbour: 5 - 7 = -2 s; "a": 10 - 7 = 3 s.
    expectViolation(evaluation, 'colocationModel', 'b on N in P-state 0', 2);
    expect(evaluation.violations).toHaveLength(1);
    expect(evaluation.ratePerS).toEqual([1 / 3, 0]);
  });
});
