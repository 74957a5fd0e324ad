import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { zoneState } from '../../../../../../models/families/reward-rate/set-points.js';
import { roomInfluenceMatrix } from '../../../../../../models/physics/airflow/room-matrix.js';
import { steadyTemperatures } from '../../../../../../src/check/temperatures.js';
import { envelopeOf } from '../../../../../../src/families/reward-rate/check/envelope.js';
import { lpRooms } from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';
import { brokenRows } from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { groupByType } from '../../../../../../src/families/reward-rate/methods/room-program/grouping.js';
import { brokenOnTheWay } from '../../../../../../src/families/reward-rate/methods/room-program/failure-rows.js';
import {
  idleNodes,
  measure,
  zonePowersW,
} from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { RHO_C } from '../../../../../oracle/set-point-grid.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** A red line that every inlet passes, C. */
const RED_LINE_C = -50;

it('rows of the way say the envelope of the checker, for a common set-point and for one of each CRAC', () => {
  const hall = JSON.parse(readFileSync('instances/reward-rate/hall-40.json', 'utf8')) as RewardRateInstance;
  // With so much air of the others some zones end cooler than they began, at a common set-point too.
  const cracs = hall.facility.cracs.map((crac) => ({ ...crac, standbyAirFlowM3PerS: 2 * crac.airFlowM3PerS }));
  const facility = { ...hall.facility, cracs };
  const instance = { ...hall, facility, limits: { ...hall.limits, survive: 'any-crac' as const } };
  const opened = modelInMemory(instance, roomInfluenceMatrix(facility));
  const { matrix } = opened;
  const failedRooms = opened.model.failedRooms!.map((room) => ({
    ...room,
    redLineC: RED_LINE_C,
    cracs: room.cracs.map((crac) => ({ ...crac, capacityW: Infinity })),
  }));
  const model = { ...opened.model, failedRooms };
  const draw = randomStream(7, 'way rows').uniform;
  const compared = { common: 0, own: 0 };
  for (let n = 0; n < fuzzCount(60, 4); n++) {
    const kind = n % 2 === 0 ? 'common' : 'own';
    const powersW = Float64Array.from(model.zones, ({ idleW }) => idleW * draw(0.2, 3));
    const commonC = draw(14, 22);
    const setPointsC = model.cracs.map(() => (kind === 'common' ? commonC : draw(14, 22)));
    const side = kind === 'common' ? [commonC] : setPointsC;
    const answer = { state: zoneState(model, powersW), setPointsC };
    const rows = brokenOnTheWay(lpRooms(model, kind), answer, new Set(), Infinity);
    const air = steadyTemperatures(matrix, setPointsC, powersW, RHO_C)!;
    for (const { gone, matrix: after } of failedRooms) {
      const most = envelopeOf(after, {
        air,
        failed: new Set<number>(),
        without: new Set([matrix.cracNames.indexOf(gone)]),
        setPointsC,
        zoneNodePowerW: powersW,
        heatPerM3K: RHO_C,
        capacityW: setPointsC.map(() => Infinity),
      })!;
      for (const row of rows.filter(({ where }) => where.startsWith(`${gone}: `))) {
        const zone = model.zones.findIndex(({ name }) => row.where.startsWith(`${gone}: ${name} on the way`));
        const ofPowers = powersW.reduce(
          (sum, powerW, b) => sum + (row.zoneCoefficient[b]! * (powerW - model.zones[b]!.idleW)) / 1000,
          0,
        );
        const overK = row.side.reduce((sum, { column, value }) => sum + value * side[column]!, ofPowers) - row.rhs;
        expect(overK).toBeCloseTo(most.zoneInletC[zone]! - RED_LINE_C, 6);
        compared[kind]++;
      }
    }
  }
  expect(Math.min(compared.common, compared.own)).toBeGreaterThan(100);
  // The LP with one common set-point asks for them too, of red lines that its answer passes.
  const grouping = groupByType(model);
  const known = { rows: [], redLined: new Set<number>(), grouping };
  const groupKW = Float64Array.from(grouping.groups, ({ nodeCount }) => 0.1 * nodeCount);
  const asked = brokenRows(model, known, { side: Float64Array.of(20), groupKW });
  expect(asked.map(({ where }) => where)).toContainEqual(expect.stringContaining('on the way'));
});

it('the warmest common set-point of a plan keeps the red line on the way, where inlets begin warmer than they end', () => {
  const hall = JSON.parse(readFileSync('instances/reward-rate/hall-40.json', 'utf8')) as RewardRateInstance;
  const cracs = hall.facility.cracs.map((crac) => ({ ...crac, standbyAirFlowM3PerS: 4 * crac.airFlowM3PerS }));
  const facility = { ...hall.facility, cracs };
  const instance = { ...hall, facility, limits: { ...hall.limits, survive: 'any-crac' as const } };
  const { model: stated, matrix } = modelInMemory(instance, roomInfluenceMatrix(facility));
  // The rooms after failures have the red line that matters.
  const redLineC = 17;
  const model = { ...stated, failedRooms: stated.failedRooms!.map((room) => ({ ...room, redLineC })) };
  const nodes = idleNodes(model);
  const powersW = zonePowersW(model, nodes);
  const setPointsC = model.cracs.map(() => 15);
  const air = steadyTemperatures(matrix, setPointsC, powersW, RHO_C)!;
  const warmestOf = (inletsC: Iterable<number>): number => [...inletsC].reduce((a, b) => Math.max(a, b), -Infinity);
  const [onTheWay, inTheEnd] = [true, false].map((isWay) =>
    warmestOf(
      model.failedRooms.map(({ gone, matrix: after }) => {
        const without = new Set([matrix.cracNames.indexOf(gone)]);
        if (!isWay) return warmestOf(steadyTemperatures(after, setPointsC, powersW, RHO_C, without)!.zoneInletC);
        const capacityW = setPointsC.map(() => Infinity);
        const start = { air, failed: new Set<number>(), without, setPointsC, zoneNodePowerW: powersW };
        return warmestOf(envelopeOf(after, { ...start, heatPerM3K: RHO_C, capacityW })!.zoneInletC);
      }),
    ),
  );
  expect(onTheWay! - inTheEnd!).toBeGreaterThan(1e-3);
  expect(measure(model, nodes).warmestC).toBeCloseTo(redLineC - (onTheWay! - 15), 6);
});
