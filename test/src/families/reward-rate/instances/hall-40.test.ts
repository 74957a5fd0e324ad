import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { rewardRateFiles } from '../../../../../src/families/reward-rate/instances/load.js';
import { bundledInstance } from '../../../../../src/instances/bundled.js';
import { hall40 } from '../../../../support/hall-40.js';

const BUNDLED = bundledInstance('reward-rate', 'hall-40') as RewardRateInstance;
const { facility } = BUNDLED;

/** The value with numbers to 9 digits after the point, and racks named R1-1 as well as R1-01. */
function comparable(value: unknown): unknown {
  const digits = (_: string, one: unknown): unknown => (typeof one === 'number' ? Number(one.toFixed(9)) : one);
  return JSON.parse(JSON.stringify(value, digits).replaceAll(/"R(\d)-0?(\d+)"/g, '"R$1-$2"'));
}

describe('the bundled room of 40 racks', () => {
  it('has the layout, CRACs and nodes of the hall whose failures were measured', () => {
    const own = {
      coolingCapacityW: 130_000,
      onFailure: 'fanStops',
      backFlow: 0.15,
      standbyAirFlowM3PerS: 11.16,
    } as const;
    const measured = hall40(own, { hotMixing: 0.5, mixingFraction: 0.1 });
    expect(comparable(facility.airflow)).toEqual(comparable(measured.airflow));
    expect(comparable(facility.cracs)).toEqual(comparable(measured.cracs));
    expect(comparable(facility.nodeGroups)).toEqual(comparable(measured.nodeGroups));
    const hall = measured.nodeTypes.map(({ name, cores, idlePowerW, airFlowM3PerS }) => ({
      name,
      cores,
      idlePowerW,
      airFlowM3PerS,
    }));
    expect(facility.nodeTypes).toMatchObject(hall);
  });

  it('draws 117 kW idle and 346 kW at full load', () => {
    const nodesOf = new Map<string, number>();
    for (const { nodeType, count } of facility.nodeGroups) nodesOf.set(nodeType, (nodesOf.get(nodeType) ?? 0) + count);
    const sumW = (powerW: (type: (typeof facility.nodeTypes)[number]) => number): number =>
      facility.nodeTypes.reduce((sum, type) => sum + nodesOf.get(type.name)! * powerW(type), 0);
    const fastestW = ({ corePowerW }: (typeof facility.nodeTypes)[number]['tasks'][number]): number =>
      'atHighestFrequency' in corePowerW ? corePowerW.atHighestFrequency : corePowerW[0]!;
    // 384 nodes of 120 W, 360 of 90 W and 216 of 180 W; busy 376, 266 and 492 W.
    expect(sumW(({ idlePowerW }) => idlePowerW)).toBe(117_360);
    const busyW = sumW(({ idlePowerW, cores, tasks }) => idlePowerW + cores * Math.max(...tasks.map(fastestW)));
    expect(busyW).toBe(384 * 376 + 360 * 266 + 216 * 492);
  });

  /** Returns path and accepted values of each fault of the room with one CRAC, its air or its limits changed. */
  const faults = (crac: object, airflow: object = {}, more: object = {}): string[] => {
    const [first, ...others] = facility.cracs;
    const changed = { ...facility, cracs: [{ ...first, ...crac }, ...others] };
    const judged = rewardRateFiles.judge({
      ...BUNDLED,
      facility: { ...changed, airflow: { ...facility.airflow, ...airflow } },
      ...more,
    });
    return judged.ok ? [] : judged.faults.map(({ path, allowed }) => `${path}: ${allowed}`);
  };

  it.each([
    ['an unknown mode', { onFailure: 'fanFails' }, {}, 'facility.cracs[0].onFailure: "fanStops" or "fanRuns"'],
    ['back flow below 0', { backFlow: -0.01 }, {}, 'facility.cracs[0].backFlow: a number at least 0 and at most 1'],
    ['back flow above 1', { backFlow: 1.01 }, {}, 'facility.cracs[0].backFlow: a number at least 0 and at most 1'],
    [
      'standby air below the usual',
      { standbyAirFlowM3PerS: 9.29 },
      {},
      'facility.cracs[0].standbyAirFlowM3PerS: from airFlowM3PerS, 9.3, to 2 times that (m3/s)',
    ],
    ['mixing above 1', {}, { hotMixing: 1.1 }, 'facility.airflow.hotMixing: a number at least 0 and at most 1'],
    [
      'mixing below 0',
      {},
      { mixingFraction: -0.1 },
      'facility.airflow.mixingFraction: a number at least 0 and at most 1',
    ],
    [
      'a diffusivity below 0',
      {},
      { mixingM2PerS: -0.01 },
      'facility.airflow.mixingM2PerS: a number at least 0 and at most 0.5 (m2/s)',
    ],
    [
      'a diffusivity above 0.5 m2/s',
      {},
      { mixingM2PerS: 0.51 },
      'facility.airflow.mixingM2PerS: a number at least 0 and at most 0.5 (m2/s)',
    ],
  ])('%s is refused with what is accepted', (_, crac, airflow, wanted) => {
    expect(faults({}, {})).toEqual([]);
    expect(faults(crac, airflow)).toEqual([wanted]);
  });

  it('a failure of no CRAC, and of all at once, is refused as one to survive', () => {
    const groupOf = (cracs: readonly string[]): string[] =>
      faults({}, {}, { failureGroups: [{ name: 'feed', cracs }], limits: { ...BUNDLED.limits, survive: 'any-group' } });
    expect(groupOf(['CRAC1', 'CRAC2'])).toEqual([]);
    expect(groupOf(['CRAC1', 'CRAC5'])).toEqual([
      'failureGroups[0].cracs[1]: a name in facility.cracs: CRAC1, CRAC2, CRAC3, CRAC4',
    ]);
    expect(groupOf(['CRAC1', 'CRAC2', 'CRAC3', 'CRAC4'])).toEqual([
      'limits.survive: groups that leave a CRAC at work; "feed" takes the last one',
    ]);
  });
});
