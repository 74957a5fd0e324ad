import { describe, expect, it } from 'vitest';
import { failureAirFaults } from '../../../../../src/families/reward-rate/instances/consistency-survive.js';
import { hotMixingWarnings } from '../../../../../src/facility/slot-warnings.js';
import { hall40 } from '../../../../support/hall-40.js';

const CRAC = { name: 'C', airFlowM3PerS: 2, setPointMinC: 10, setPointMaxC: 20 };
type Facility = Parameters<typeof failureAirFaults>[0];
const faults = (source: 'room' | 'matrix', own: object): (string | undefined)[] =>
  failureAirFaults({ airflow: { source }, cracs: [{ ...CRAC, ...own }] } as Facility).map(({ path }) => path);

describe('what CRACs say about failures', () => {
  it('is refused where it asks for other air beside a matrix file, which has no room to draw it of', () => {
    expect(faults('matrix', { onFailure: 'fanStops' })).toEqual(['facility.cracs[0].onFailure']);
    expect(faults('matrix', { backFlow: 0.1 })).toEqual(['facility.cracs[0].backFlow']);
    expect(faults('matrix', { standbyAirFlowM3PerS: 2.4 })).toEqual(['facility.cracs[0].standbyAirFlowM3PerS']);
    expect(faults('matrix', { onFailure: 'fanRuns' })).toEqual([]);
    expect(faults('room', { onFailure: 'fanStops', backFlow: 1 })).toEqual([]);
  });

  it('is refused where standby air is less than the usual or more than twice that', () => {
    const at = ['facility.cracs[0].standbyAirFlowM3PerS'];
    expect(faults('room', { standbyAirFlowM3PerS: 1.999 })).toEqual(at);
    expect(faults('room', { standbyAirFlowM3PerS: 4.001 })).toEqual(at);
    for (const standbyAirFlowM3PerS of [2, 4]) expect(faults('room', { standbyAirFlowM3PerS })).toEqual([]);
  });

  it('is warned of in an open room of several CRACs whose exhausts do not mix', () => {
    const warned = (mixing: Parameters<typeof hall40>[1], cracs = 4): number => {
      const { airflow, cracs: all } = hall40({}, mixing);
      return hotMixingWarnings('facility.airflow', airflow, all.slice(0, cracs)).length;
    };
    expect(warned({})).toBe(1);
    expect(warned({ hotMixing: 0.5 })).toBe(0);
    expect(warned({ mixingFraction: 1 })).toBe(0);
    expect(warned({ coldAisles: 'isolated' })).toBe(0);
    expect(warned({}, 1)).toBe(0);
  });
});
