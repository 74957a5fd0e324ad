import { describe, expect, it } from 'vitest';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { LimitName } from '../../../../../models/facility/limits.js';
import { ROOM_LIMITS, type RoomLimit } from '../../../../../models/families/reward-rate/room-limits.js';
import type { MarginalValues } from '../../../../../src/families/reward-rate/methods/outcome.js';
import { bindingConstraints } from '../../../../../src/families/reward-rate/runs/binding.js';
import { smallInstance } from '../../../../support/small-instance.js';

const instance = smallInstance();
const { redLineC } = instance.limits;
const zones = ['warm', 'cool'].map((name) => ({ name, rack: name }));
const matrix = { zones, cracNames: [] } as unknown as InfluenceMatrix;

/** Two zones, the warm one so far below the red line; so much of the cap is drawn. */
function binding(belowC: number, share: number): string[] {
  const evaluation = {
    rewardPerS: 1,
    ratePerS: [0, 0],
    zoneNodePowerW: [1, 1],
    cracHeatW: [],
    zoneInletC: [redLineC - belowC, redLineC - 5],
    power: { totalW: 1000 * share, capW: 1000 },
  } as unknown as PlanEvaluation;
  const limits = { ...instance.limits, powerCapW: 1000 };
  const bare = { ...instance, limits, facility: { ...instance.facility, cracs: [] } };
  return bindingConstraints(bare, matrix, evaluation, null).map(({ constraint, where }) => `${constraint} ${where}`);
}

describe('limits a plan meets', () => {
  it('bind within a thousandth of a degree and of the cap, and no farther', () => {
    expect(binding(0.0009, 0.5)).toEqual(['redLine ', 'redLine warm']);
    expect(binding(0.0011, 0.5)).toEqual([]);
    expect(binding(5, 0.9991)).toEqual(['powerCap ']);
    expect(binding(5, 0.9989)).toEqual([]);
  });
});

describe('limits that bind after a failure', () => {
  const zoneNodePowerW = [1, 1];
  const at = (warmC: number, totalW: number) => ({
    zoneNodePowerW,
    zoneInletC: [warmC, 10],
    cracHeatW: [],
    power: { totalW },
  });
  const limits = { ...instance.limits, powerCapW: 1000, redLineC: 30 };
  const bare = { ...instance, limits, facility: { ...instance.facility, cracs: [] } };
  /** A limit on the mean of both inlets. */
  const mean: RoomLimit = {
    name: 'own',
    unit: 'C',
    stated: () => [{ where: 'both', value: 18 }],
    with: (one) => one,
    readings: () => [{ where: 'both', reading: { inlets: [[0, 0.5] as const, [1, 0.5] as const] } }],
  };
  const evaluation = {
    ...at(20, 500),
    rewardPerS: 1,
    ratePerS: [0, 0],
    failures: [{ gone: 'C0', steady: at(26, 900), most: at(30, 1000) }],
  } as unknown as PlanEvaluation;
  const of = (marginal: MarginalValues | null) =>
    bindingConstraints(bare, matrix, evaluation, marginal, [], [...ROOM_LIMITS, mean]).filter(({ where }) =>
      where.startsWith('C0'),
    );

  it('are red line and cap at their greatest on the way, and others in the new steady state, of the whole catalogue', () => {
    expect(of(null)).toEqual([
      { constraint: 'failureRedLine', where: 'C0: warm', unit: 'C', value: 30, limit: 30, marginalValue: null },
      { constraint: 'failurePowerCap', where: 'C0', unit: 'W', value: 1000, limit: 1000, marginalValue: null },
      { constraint: 'own', where: 'C0: both', unit: 'C', value: 18, limit: 18, marginalValue: null },
    ]);
  });

  it('have the prices of their own rows, red line and cap those of all rows after the failure', () => {
    const priced = (constraint: LimitName, where: string, marginalValue: number) => ({
      constraint,
      where,
      marginalValue,
    });
    const marginal: MarginalValues = {
      perCapW: 0,
      perRedLineC: 0,
      redLineZones: [],
      arrivalPerTaskPerS: [],
      limits: [
        priced('failureRedLine', 'C0: warm', 1),
        priced('failureRedLine', 'C0: cool after 30 s', 2),
        priced('failureRedLine', 'C1: warm', 4),
        priced('failurePowerCap', 'C0', 8),
        priced('own', 'C0: both', 16),
        priced('own', 'both', 32),
        priced('own', 'C1: both', 64),
      ],
    };
    expect(of(marginal).map(({ marginalValue }) => marginalValue)).toEqual([3, 8, 16]);
  });
});
