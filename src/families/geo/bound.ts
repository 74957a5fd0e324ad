import { currencyOf } from '../../../models/units.js';
import type { GeoInstance } from '../../../models/families/geo/instance.js';
import { geoBound } from './methods/bound/bound.js';
import type { GeoCertificate } from './methods/outcome.js';
import { oneLine, plain } from '../../reports/format.js';
import { usd } from './report/format.js';
import { otherLimits } from '../../reports/wording.js';
import type { Driver } from '../../runs/control.js';
import { geoRunInfeasibility } from './runs/result-of.js';
import type { ReadyGeo } from './runs/solve.js';
import type { BoundOfFamily, Proven } from '../family.js';

/** Command `bound` for geo instances: proves a lower bound on the cost of every plan of an instance. */
export const boundOfGeo: BoundOfFamily<ReadyGeo> = {
  progressUnit: '',
  prove,
  tightens: 'raise',
  least: 'a bound',
  mayBeEmpty: false,
};

async function prove({ model, instance }: ReadyGeo, control: Driver): Promise<Proven> {
  const certificate = await geoBound({ model, control });
  const { costUsd, costByEpochUsd, costByCupUsd, scope, infeasibility, work } = certificate;
  const isKnown = infeasibility === undefined && Number.isFinite(costUsd);
  const record = infeasibility === undefined ? null : geoRunInfeasibility(infeasibility);
  return {
    bound: isKnown ? costUsd : null,
    objectiveUnit: currencyOf(instance),
    boundScope: scope,
    ...(record === null ? {} : { infeasibility: { record, lines: [record.message, ...otherLimits(record)] } }),
    isEmpty: !Number.isFinite(costUsd),
    warnings: [],
    work,
    details: { boundByEpochUsd: isKnown ? costByEpochUsd : null, boundByCupUsd: isKnown ? costByCupUsd : null },
    lines: lines(instance, certificate),
  };
}

function lines(instance: GeoInstance, { costUsd, costByCupUsd, scope }: GeoCertificate): string[] {
  const name = oneLine(instance.name);
  const currency = currencyOf(instance);
  if (!Number.isFinite(costUsd)) return [`No bound was proven for ${name}.`];
  return [
    `No plan for ${name} costs less than ${plain(usd(costUsd, currency))}.`,
    ...(costByCupUsd === null
      ? []
      : [`With the cooling of Eq. 43 (CUP) none costs less than ${plain(usd(costByCupUsd, currency))}.`]),
    `Holds for ${scope}.`,
  ];
}
