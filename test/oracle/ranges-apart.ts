import type { TinyFacility } from './tiny-random.js';

/** The same facility with set-point ranges of its CRACs that share no temperature: 10 .. 20 for the first, 21 .. 30 for others. */
export function rangesApart({ instance, matrix }: TinyFacility): TinyFacility {
  const cracs = instance.facility.cracs.map((crac, c) => ({
    ...crac,
    setPointMinC: c === 0 ? 10 : 21,
    setPointMaxC: c === 0 ? 20 : 30,
  }));
  return { matrix, instance: { ...instance, facility: { ...instance.facility, cracs } } };
}
