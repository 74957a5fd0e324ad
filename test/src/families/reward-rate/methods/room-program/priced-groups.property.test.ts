import { describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { lagrangianBound } from '../../../../../../src/families/reward-rate/methods/room-program/bound.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import {
  coolingColumns,
  independentRows,
} from '../../../../../../src/families/reward-rate/methods/room-program/cooling-columns.js';
import { rootBox } from '../../../../../../src/families/reward-rate/methods/bound/cooling-boxes.js';
import { homeOfZones } from '../../../../../../src/families/reward-rate/methods/room-program/crac-blocks.js';
import { pricedGroups } from '../../../../../../src/families/reward-rate/methods/room-program/priced-groups.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomHalls } from '../../../../../oracle/random-halls.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import {
  airRows,
  lpRooms,
  redLineRow,
} from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';

/** Rooms at random prices: each with its bound, and the worth of a node asked for anew. Those drawn without a number of arrivals are left out. */
const ROOMS = Array.from({ length: fuzzCount(120) }, (_, seed) => {
  const { instance, matrix } = randomHalls(seed, 40, 2 + (seed % 4), 0.05);
  const model = rewardRateModel(instance, matrix);
  const draw = randomStream(seed, 'priced-groups').uniform;
  const [room] = lpRooms(model, 'own');
  const rows = [...independentRows(room), ...airRows([room]), ...model.zones.map((_zone, b) => redLineRow(room, b))];
  const most = model.rewardPerTask.reduce((a, b) => Math.max(a, b), 0);
  const coupling = Float64Array.from(rows, ({ constraint }) =>
    constraint === 'powerCap' ? draw(0, 4 * most) : constraint === 'redLine' && draw(0, 1) < 0.1 ? draw(0, 0.3) : 0,
  );
  const oracles = oraclesOf(model);
  const task = model.rewardPerTask.map((reward) => reward * draw(0, 1));
  const side = coolingColumns(model, rootBox(model), 1);
  const bound = lagrangianBound(model, oracles, { rows, prices: { task, coupling }, side });
  const worth = (b: number, price: number): number =>
    oracles[model.zones[b]!.type]!.best(bound.prices.task, price).value;
  return { model, bound, oracles, worth };
}).filter(({ bound }) => Number.isFinite(bound.value));

describe('groups of zones by price', () => {
  it('hold each zone once, with zones of its own type and home alone', () => {
    for (const { model, bound, oracles } of ROOMS) {
      const home = homeOfZones(model);
      const { groups, groupOf } = pricedGroups(model, bound, oracles, home, 1e-3);
      expect(groups.flatMap(({ zones }) => zones).sort((a, b) => a - b)).toEqual([...model.zones.keys()]);
      for (const [g, { zones, type, nodeCount }] of groups.entries()) {
        expect(new Set(zones.map((b) => home[b]))).toHaveProperty('size', 1);
        expect(zones.every((b) => model.zones[b]!.type === type && groupOf[b] === g)).toBe(true);
        expect(zones.reduce((sum, b) => sum + model.zones[b]!.nodeCount, 0)).toBe(nodeCount);
      }
    }
  });

  it('lose no more than the share asked for by working alike at these prices, in fewer groups the more they may lose', () => {
    let merged = 0;
    for (const { model, bound, oracles, worth } of ROOMS) {
      const counts = [0, 1e-5, 1e-3, 1e-2].map((share) => {
        const { groups } = pricedGroups(model, bound, oracles, homeOfZones(model), share);
        let lost = 0;
        for (const { zones, nodeCount } of groups) {
          const mean =
            zones.reduce((sum, b) => sum + bound.zonePowerPrice[b]! * model.zones[b]!.nodeCount, 0) / nodeCount;
          for (const b of zones) {
            const nodes = model.zones[b]!.nodeCount;
            lost += nodes * (worth(b, bound.zonePowerPrice[b]!) - worth(b, mean));
          }
        }
        expect(lost).toBeLessThanOrEqual((share + 1e-9) * Math.abs(bound.value));
        return groups.length;
      });
      for (const [n, count] of counts.entries()) expect(count).toBeLessThanOrEqual(counts[n - 1] ?? Infinity);
      if (counts[3]! < counts[0]! && counts[3]! < model.zones.length) merged++;
    }
    expect(merged).toBeGreaterThan(ROOMS.length / 4);
  });

  it('made from others divide these and join none of them', () => {
    for (const { model, bound, oracles } of ROOMS) {
      const coarse = pricedGroups(model, bound, oracles, homeOfZones(model), 1e-2);
      const fine = pricedGroups(model, bound, oracles, coarse.groupOf, 1e-6);
      for (const { zones } of fine.groups)
        expect(new Set(zones.map((b) => coarse.groupOf[b]))).toHaveProperty('size', 1);
    }
  });
});
