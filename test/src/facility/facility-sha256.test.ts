import { expect, it } from 'vitest';
import { facilitySha256 } from '../../../src/facility/facility-sha256.js';
import { bundledInstances } from '../../support/bundled.js';

it('fields of the air that state their default or have no effect leave the hash of a facility as it is, others change it', () => {
  const { facility } = bundledInstances().find(({ instance }) => instance.name === 'room-1080-hybrid')!.instance;
  const withAir = (fields: object): string =>
    facilitySha256({ ...facility, airflow: { ...facility.airflow, ...fields } });
  const stated = facilitySha256(facility);
  expect(withAir({ supplyShare: 1, hotMixing: 0, mixingFraction: 0, exhaustExchange: 1 })).toBe(stated);
  expect(withAir({ mixingFraction: 0.1, exhaustExchange: 1 })).not.toBe(withAir({ mixingFraction: 0.1 }));
  for (const fields of [{ supplyShare: 0.9 }, { hotMixing: 0.5 }, { mixingFraction: 0.1 }, { mixingM2PerS: 0.05 }]) {
    expect(withAir(fields)).not.toBe(stated);
  }
});
