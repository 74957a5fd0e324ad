import { describe, expect, it } from 'vitest';
import type { GeoAllocation, GeoAllocationCell } from '../../../../models/families/geo/allocation.js';
import { cooling, hottestSetPointC } from '../../../../models/families/geo/cooling.js';
import { evaluateAllocation } from '../../../../models/families/geo/evaluate.js';
import type { DataCentre, Renewables } from '../../../../models/families/geo/instance.js';
import { nodeLoad } from '../../../../models/families/geo/node-load.js';
import type { GeoCell } from '../../../../models/families/geo/outcome.js';
import { geoPlanOf } from '../../../../models/families/geo/plan-of.js';
import { type GeoModel, geoModel } from '../../../../models/families/geo/model.js';
import { transitionsOf } from '../../../../models/families/geo/transitions.js';
import { checkGeoPlan } from '../../../../src/families/geo/check/check-geo-plan.js';
import { type GeoCase, geoCaseWith } from './geo-case.js';
import { twoCentres } from './two-centres.js';

/**
 * Epoch 0: A has two nodes with "a" on both cores, B sleeps. Epoch 1: A has one of them, B one with "a" on one core and "b" on the other.
 * All set-points 20 C, so CoP = 5.
 */
function handPlan(model: GeoModel): GeoAllocation {
  const whole = (count: number, taskType: string) => ({ count, slices: [{ taskType, pState: 0, fraction: 1 }] });
  const loads = [nodeLoad(model, 0, [whole(2, 'a')])!, nodeLoad(model, 0, [whole(1, 'a'), whole(1, 'b')])!];
  const cell = (...nodes: [number, number][]) => ({
    setPointC: 20,
    load: Int32Array.from(nodes, ([load]) => load),
    nodes: Int32Array.from(nodes, ([, count]) => count),
  });
  return { loads, cells: [cell([0, 2]), cell(), cell([0, 1]), cell([1, 1])] };
}

/** Model and checker must both find what was worked out by hand. */
function evaluations({ instance, series, matrixOfRoom, model }: GeoCase) {
  const allocation = handPlan(model);
  const plan = geoPlanOf(model, allocation, { method: 'by hand', claimedCostUsd: 0, sha256: '0'.repeat(64) });
  return [evaluateAllocation(model, allocation), checkGeoPlan(instance, series, matrixOfRoom, plan)];
}

describe('the hand case, by model and checker', () => {
  it('comes to the bill worked out by hand', () => {
    // Nodes: A 2 x 300 + 2 x 16 = 632 W, then 300 + 48 = 348; B 64, then 260 + 48 = 308. With CRACs x 1.2, with overhead x 1.5, half an hour:
    //   A 0.474, 0.261 kWh; B 0.048, 0.231 kWh. At 0.1, 0.2; 0.3, 0.05 USD: 0.0474 + 0.0522 + 0.0144 + 0.01155 = 0.12555.
    // A start or stop: (0.75 x 160 + 100 - 16) W x 1.25 x 1.5 x 300 s = 0.031875 kWh. A is awake 2, 1: in epoch 1 a start (for epoch 0) and a
    // stop; B 0, 1: both in epoch 0. 2 x 0.031875 x (0.2 + 0.3) = 0.031875 USD.
    // By CUP: nodes x 1.5 x 1.25 x 0.5 h: 0.5925 x 0.1 + 0.06 x 0.3 + 0.32625 x 0.2 + 0.28875 x 0.05 = 0.1569375, transitions as before.
    for (const found of evaluations(twoCentres())) {
      expect(found.energyUsd).toBeCloseTo(0.12555, 12);
      expect(found.transitionUsd).toBeCloseTo(0.031875, 12);
      expect(found.costUsd).toBeCloseTo(0.157425, 12);
      expect(found.costByCupUsd).toBeCloseTo(0.1888125, 12);
      const [a0, b0, a1, b1] = found.cells.flat() as [GeoCell, GeoCell, GeoCell, GeoCell];
      expectCell(a0, { nodeKwh: 0.316, cracKwh: 0.0632, overheadKwh: 0.0948, gridKwh: 0.474, hottestInletC: 20.632 });
      expectCell(b0, {
        nodeKwh: 0.032,
        transitionKwh: 0.06375,
        gridKwh: 0.11175,
        powerW: 223.5,
        transitionUsd: 0.019125,
      });
      expectCell(a1, { gridKwh: 0.261 + 0.06375, transitionUsd: 0.01275, surplusKwh: 0 });
      expectCell(b1, { gridKwh: 0.231, energyUsd: 0.01155, powerW: 462 });
      expect(found.cells.map((row) => row.map(({ awake, starts, stops }) => [awake[0], starts[0], stops[0]]))).toEqual([
        [
          [2, 0, 0],
          [0, 1, 1],
        ],
        [
          [1, 1, 1],
          [1, 0, 0],
        ],
      ]);
    }
  });

  it('serves co-located rates: "a" beside "a" 13 s, "a" beside "b" 12.5 s, "b" beside "a" 6.25 s', () => {
    for (const { servedPerS, violations } of evaluations(twoCentres())) {
      expect(servedPerS[0]![0]).toBeCloseTo(4 / 13, 12);
      expect(servedPerS[1]![0]).toBeCloseTo(2 / 13 + 1 / 12.5, 12);
      expect(servedPerS[1]![1]).toBeCloseTo(1 / 6.25, 12);
      expect(violations).toEqual([
        { constraint: 'unservedRate', where: 'epochs[0], b', unit: 'tasks/s', value: 0, limit: 0.1, amount: 0.1 },
      ]);
    }
  });

  it('takes no heed of tasks that nobody sends: P^D is the mean over "a" and "b"', () => {
    const { instance, matrixOfRoom } = twoCentres();
    const nodeTypes = instance.nodeTypes.map((type) => ({
      ...type,
      tasks: [...type.tasks, { taskType: 'c', timeS: [1, 1], corePowerW: [900, 900], memoryIntensity: 0 }],
    }));
    for (const { transitionUsd } of evaluations(geoCaseWith({ ...instance, nodeTypes }, matrixOfRoom))) {
      expect(transitionUsd).toBeCloseTo(0.031875, 12);
    }
  });

  it('charges half of the transitions where nobody comes before the first epoch and after the last', () => {
    for (const { transitionUsd, cells } of evaluations(twoCentres({ boundary: 'open' }))) {
      expect(transitionUsd).toBeCloseTo(0.031875 / 2, 12);
      expect(cells[1]![0]).toMatchObject({ starts: [0], stops: [1] });
      expect(cells[0]![1]).toMatchObject({ starts: [1], stops: [0] });
    }
  });

  it.each([
    [{ rule: 'printed' }, -0.026 * 0.1],
    [{ rule: 'curtailed' }, 0],
    [{ rule: 'feed-in', usdPerKwh: 0.04 }, -0.026 * 0.04],
    [{ rule: 'feed-in', usdPerKwh: 0 }, 0],
  ] as const)('surplus %o', (surplus, usd) => {
    // Sun on both centres, 1 kW in epoch 0: 0.5 kWh, of which A uses 0.474 and B 0.048. B's transitions are bought all the same.
    const solar: Renewables['solar'] = {
      panelAreaM2: 5,
      efficiency: 0.2,
      irradiance: { source: 'series', wPerM2: [1000, 0] },
    };
    const centres: Partial<DataCentre> = { renewables: { solar } };
    for (const { cells, transitionUsd } of evaluations(twoCentres({ centres, rules: { surplus } }))) {
      expectCell(cells[0]![0]!, { energyUsd: usd, surplusKwh: 0.026, renewableKwh: 0.5, gridKwh: 0, powerW: 948 });
      expectCell(cells[0]![1]!, { surplusKwh: 0.452, gridKwh: 0.06375 });
      expectCell(cells[1]![0]!, { energyUsd: 0.0522 });
      expect(transitionUsd).toBeCloseTo(0.031875, 12);
    }
  });

  it('charges carbon for all that is bought, transitions included', () => {
    // A 400 g/kWh throughout: (0.474 + 0.261 + 0.06375 + B: 0.048 + 0.06375 + 0.231) x 0.4 = 1.1415 x 0.4 = 0.4566 kg.
    const centres: Partial<DataCentre> = { carbon: { source: 'series', gramsPerKwh: [400, 400] } };
    const rules = { carbonUsdPerTonne: 50, carbonCapKg: 0.4 };
    for (const found of evaluations(twoCentres({ centres, rules }))) {
      expect(found.carbonKg).toBeCloseTo(0.4566, 12);
      expect(found.carbonUsd).toBeCloseTo(0.02283, 12);
      expect(found.costUsd).toBeCloseTo(0.157425 + 0.02283, 12);
      // By CUP: (1.2675 + 0.1275) kWh.
      expect(found.costByCupUsd).toBeCloseTo(0.1888125 + 1.395 * 0.4 * 0.05, 12);
      expect(found.violations.find(({ constraint }) => constraint === 'carbonCap')).toMatchObject({
        unit: 'kg',
        limit: 0.4,
      });
    }
  });

  it('charges the greatest mean power a period buys, once, at its share of the month', () => {
    const { instance, series, matrixOfRoom } = twoCentres({ rules: { demandChargeShare: 0.1 } });
    const demandPeriods = [
      { name: 'all', usdPerKwMonth: 10, epochs: [0, 1] },
      { name: 'late', usdPerKwMonth: 20, epochs: [1] },
      { name: 'never', usdPerKwMonth: 20, epochs: [] },
    ];
    const centres = series.centres.map((centre, d) => (d === 0 ? { ...centre, demandPeriods } : centre));
    const changed = { ...series, centres };
    const model = geoModel(instance, changed, matrixOfRoom);
    // A buys 0.474 kWh and 0.32475 kWh in half an hour: 0.948 kW and 0.6495 kW.
    for (const found of evaluations({ instance, series: changed, matrixOfRoom, model })) {
      expect(found.demand.map(({ period }) => period)).toEqual(['all', 'late']);
      expect(found.demand[0]!.greatestKw).toBeCloseTo(0.948, 12);
      expect(found.demand[1]!.usd).toBeCloseTo(0.1 * 20 * 0.6495, 12);
      expect(found.costUsd).toBeCloseTo(0.157425 + 0.948 + 1.299, 12);
      // By CUP 1.185 kW, and (0.32625 + 0.06375) x 2 = 0.78 kW.
      expect(found.costByCupUsd).toBeCloseTo(0.1888125 + 1.185 + 2 * 0.78, 12);
    }
  });

  it('reports what is broken with its amount', () => {
    const centres: Partial<DataCentre> = { powerCapW: 900 };
    const one = twoCentres({ centres, redLineC: 20.5 });
    const taskTypes = one.instance.taskTypes.map((type) => ({ ...type, allowedDataCentres: ['B'] }));
    for (const { violations } of evaluations(twoCentres({ centres, redLineC: 20.5, taskTypes }))) {
      const amounts = Object.fromEntries(
        violations.map(({ constraint, where, amount }) => [`${constraint} ${where}`, amount]),
      );
      expect(amounts['redLine epochs[0], A']).toBeCloseTo(0.132, 9);
      expect(amounts['powerCap epochs[0], A']).toBeCloseTo(48, 9);
      expect(amounts['allowedDataCentres epochs[0], A, a']).toBeCloseTo(4 / 13, 12);
      expect(amounts['allowedDataCentres epochs[1], A, a']).toBeCloseTo(2 / 13, 12);
      expect(Object.keys(amounts)).toHaveLength(5);
    }
  });
});

describe('limits of the hand case, by model and checker', () => {
  // A serves 4/13 of "a" at 948 W and 20.632 C in epoch 0, and 0.4566 kg are emitted at 400 g/kWh.
  const at = (share: number) => {
    const taskTypes = [
      { name: 'a', memoryClass: 'I', arrivalRatePerS: [(4 / 13) * (1 + 1e-9 * share), 0] },
      { name: 'b', memoryClass: 'II', arrivalRatePerS: [0, 0] },
    ];
    const carbon = { source: 'series', gramsPerKwh: [400, 400] } as const;
    const centres: Partial<DataCentre> = { powerCapW: 948 - 1e-3 * share, carbon };
    const rules = { carbonCapKg: 0.4566 * (1 - 1e-9 * share) };
    return evaluations(twoCentres({ taskTypes, centres, rules, redLineC: 20.632 - 1e-6 * share }));
  };

  it('are broken by more than the tolerance', () => {
    for (const { violations } of at(1.1)) {
      const kinds = violations.map(({ constraint }) => constraint).sort();
      expect(kinds).toEqual(['carbonCap', 'powerCap', 'redLine', 'unservedRate']);
    }
  });

  it('are kept by less', () => {
    for (const { violations } of at(0.9)) expect(violations).toEqual([]);
  });

  it('capacities are of heat: A gives off 632 W in epoch 0; CRACs that have all failed take none', () => {
    const broken = (coolingCapacityW: number) => {
      const { instance, matrixOfRoom } = twoCentres();
      const hall = instance.rooms['hall']!;
      const cracs = hall.cracs.map((crac) => ({ ...crac, coolingCapacityW }));
      const found = evaluations(geoCaseWith({ ...instance, rooms: { hall: { ...hall, cracs } } }, matrixOfRoom));
      return found.map(({ violations }) => violations.filter(({ constraint }) => constraint === 'coolingCapacity'));
    };
    for (const found of broken(632 - 0.0011)) expect(found.map(({ where }) => where)).toEqual(['epochs[0], A, C1']);
    for (const found of broken(632 - 0.0009)) expect(found).toEqual([]);
    for (const found of broken(0)) expect(found.map(({ amount }) => Math.round(amount))).toEqual([632, 64, 348, 308]);
  });
});

describe('geoPlanOf', () => {
  it('leaves out loads that no node runs', () => {
    const { model } = twoCentres();
    const { loads, cells } = handPlan(model);
    const idle = { ...cells[1]!, load: Int32Array.of(0, 2), nodes: Int32Array.of(0, 0) };
    const about = { method: 'by hand', claimedCostUsd: 0, sha256: '0'.repeat(64) };
    const more = { loads: [loads[1]!, ...loads], cells: cells.map((cell) => shifted(cell)).with(1, idle) };
    expect(geoPlanOf(model, more, about)).toEqual(geoPlanOf(model, { loads, cells }, about));
  });
});

function shifted(cell: GeoAllocationCell): GeoAllocationCell {
  return { ...cell, load: cell.load.map((index) => index + 1) };
}

describe('cooling of the hand case', () => {
  it('is set to the warmest that keeps the red line, within the range', () => {
    const { thermal } = twoCentres().model.centres[0]!;
    expect(hottestSetPointC(thermal, [632])).toBeCloseTo(21 - 0.632, 12);
    expect(cooling(thermal, [632]).cracPowerW).toBeCloseTo(632 / (3 + 2.0368), 9);
    expect(hottestSetPointC(twoCentres({ redLineC: 50 }).model.centres[0]!.thermal, [632])).toBe(30);
  });

  it('CUP, where not given, is all heat over all CRAC power of a quarter, half, three quarters and all nodes awake', () => {
    // 4 (l 220 + (1 - l) 16) W = 268, 472, 676, 880; CoP = 3 + (21 - P / 1,000) / 10.
    const powers = [268, 472, 676, 880];
    const cracs = powers.reduce((sum, powerW) => sum + powerW / (5.1 - powerW / 10_000), 0);
    const one = twoCentres({ centres: { coolingPerPower: undefined } });
    expect(one.model.centres[0]!.coolingPerPower).toBeCloseTo(2296 / cracs, 12);
    // At a red line of 10.6 C the range's 10 C serve for 268 and 472 W only; at 10.1 C for none.
    const some = twoCentres({ centres: { coolingPerPower: undefined }, redLineC: 10.6 }).model.centres[0]!;
    const two = powers.slice(0, 2).reduce((sum, powerW) => sum + powerW / (4.06 - powerW / 10_000), 0);
    expect(some.coolingPerPower).toBeCloseTo(740 / two, 12);
    const none = twoCentres({ centres: { coolingPerPower: undefined }, redLineC: 10.1 }).model.centres[0]!;
    expect(none.coolingPerPower).toBeCloseTo(4, 12);
  });
});

describe('transitions', () => {
  it('count every node that changes state once per change', () => {
    expect(transitionsOf([1, 3, 0], true)).toEqual({ starts: Int32Array.of(2, 0, 1), stops: Int32Array.of(0, 0, 3) });
    expect(transitionsOf([1, 3, 0], false)).toEqual({ starts: Int32Array.of(2, 0, 0), stops: Int32Array.of(0, 0, 3) });
    expect(transitionsOf([5], true)).toEqual({ starts: Int32Array.of(0), stops: Int32Array.of(0) });
  });
});

function expectCell(cell: object, known: Readonly<Record<string, number>>): void {
  const found = cell as Record<string, number>;
  const off = Object.keys(known).filter(
    (key) => !(Math.abs(found[key]! - known[key]!) <= 1e-12 * Math.max(1, known[key]!)),
  );
  expect(off.map((key) => [key, found[key]])).toEqual([]);
}
