import type { GeoInstance } from '../../models/families/geo/instance.js';
import type { JobsInstance } from '../../models/families/jobs/instance.js';
import type { RewardRateInstance } from '../../models/families/reward-rate/instance.js';
import type { RobustInstance } from '../../models/families/robust/instance.js';
import type { TemplatesInstance } from '../../models/families/templates/instance.js';
import type { UtilityInstance } from '../../models/families/utility/instance.js';
import { bundledInstance, bundledInstances as bundled } from '../../src/instances/bundled.js';

export const bundledInstances = () => bundled<RewardRateInstance>('reward-rate');
export const bundledGeoInstances = () => bundled<GeoInstance>('geo');
export const bundledJobsInstances = () => bundled<JobsInstance>('jobs');
export const bundledRobustInstances = () => bundled<RobustInstance>('robust');
export const bundledTemplatesInstances = () => bundled<TemplatesInstance>('templates');
export const bundledUtilityInstances = () => bundled<UtilityInstance>('utility');

/** Returns the instances with optima by hand of a family, in the order of their names. */
const byHand =
  <Instance extends { readonly name: string }>(family: string) =>
  (): Instance[] =>
    bundled<Instance>(family, /^(tiny|small)-/).map(({ instance }) => instance);

export const tinyInstances = byHand<RewardRateInstance>('reward-rate');
export const tinyGeoInstances = byHand<GeoInstance>('geo');
export const handJobsInstances = byHand<JobsInstance>('jobs');
export const tinyRobustInstances = byHand<RobustInstance>('robust');
/** In an order of their own: seeded tests draw from them by position. */
export const tinyTemplatesInstances = () =>
  ['one-quadrant', 'set-point', 'two-quadrants', 'standby'].map(
    (name) => bundledInstance('templates', `tiny-${name}`) as TemplatesInstance,
  );
export const handUtilityInstances = byHand<UtilityInstance>('utility');
