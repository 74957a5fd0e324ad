import { geoBound } from './methods/bound/bound.js';
import type { GeoCertificate } from './methods/outcome.js';
import { oneLine } from '../../reports/format.js';
import { otherLimits } from '../../reports/wording.js';
import type { Driver } from '../../runs/control.js';
import { GEO_OBJECTIVE_UNIT, geoRunInfeasibility } from './runs/result-of.js';
import type { ReadyGeo } from './runs/solve.js';
import type { BoundOfFamily, Proven } from '../family.js';

/** Limits named beside the first. */
const MAX_OTHERS = 10;

/** Proof of a cost below which no plan can be. */
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
    objectiveUnit: GEO_OBJECTIVE_UNIT,
    boundScope: scope,
    ...(record === null
      ? {}
      : { infeasibility: { record, lines: [record.message, ...otherLimits(record, MAX_OTHERS)] } }),
    isEmpty: !Number.isFinite(costUsd),
    warnings: [],
    work,
    details: { boundByEpochUsd: isKnown ? costByEpochUsd : null, boundByCupUsd: isKnown ? costByCupUsd : null },
    lines: lines(instance.name, certificate),
  };
}

function lines(name: string, { costUsd, costByCupUsd, scope }: GeoCertificate): string[] {
  if (!Number.isFinite(costUsd)) return [`No bound was proven for ${oneLine(name)}.`];
  return [
    `No plan for ${oneLine(name)} costs less than ${costUsd.toPrecision(10)} ${GEO_OBJECTIVE_UNIT}.`,
    ...(costByCupUsd === null
      ? []
      : [
          `With the cooling of Eq. 43 (CUP) none costs less than ${costByCupUsd.toPrecision(10)} ${GEO_OBJECTIVE_UNIT}.`,
        ]),
    `Holds for ${scope}.`,
  ];
}
