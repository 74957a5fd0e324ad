import type { RewardRateInstance } from '../../models/families/reward-rate/instance.js';
import { randomStream } from '../../src/random/stream.js';
import type { TinyFacility } from './tiny-random.js';

/** A room with reserves, and the same room without any whose limits are that much lower: equal questions by definition. */
export interface ReservedRoom {
  readonly reserved: TinyFacility;
  readonly lowered: TinyFacility;
}

/** The room with drawn reserves, some of them absent. */
export function withReserve({ instance, matrix }: TinyFacility, seed: number): ReservedRoom {
  const draw = randomStream(seed, 'reserve').uniform;
  const { limits, facility } = instance;
  const given = (probability: number, value: number): number => (draw(0, 1) < probability ? value : 0);
  const powerW = given(0.8, limits.powerCapW * draw(0, 0.25));
  const inletK = given(0.8, draw(0, 4));
  const hasCapacity = facility.cracs.some((crac) => crac.coolingCapacityW !== undefined);
  const coolingShare = given(hasCapacity ? 0.8 : 0, draw(0, 0.3));
  const reserve = {
    ...(powerW > 0 ? { powerW } : {}),
    ...(inletK > 0 ? { inletK } : {}),
    ...(coolingShare > 0 ? { coolingShare } : {}),
  };
  const lowered: RewardRateInstance = {
    ...instance,
    limits: { ...limits, powerCapW: limits.powerCapW - powerW, redLineC: limits.redLineC - inletK },
    facility: {
      ...facility,
      cracs: facility.cracs.map((crac) =>
        crac.coolingCapacityW === undefined
          ? crac
          : { ...crac, coolingCapacityW: crac.coolingCapacityW * (1 - coolingShare) },
      ),
    },
  };
  return {
    reserved: { matrix, instance: { ...instance, limits: { ...limits, reserve } } },
    lowered: { matrix, instance: lowered },
  };
}
