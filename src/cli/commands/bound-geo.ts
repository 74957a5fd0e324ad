import type { GeoCertificate, GeoInfeasibility } from '../../methods/geo/outcome.js';
import { geoBound } from '../../methods/geo/bound/bound.js';
import { openGeo } from '../../instances/geo/open.js';
import { oneLine } from '../../reports/format.js';
import { otherLimits } from '../../reports/wording.js';
import { GEO_OBJECTIVE_UNIT, geoRunInfeasibility } from '../../runs/geo/result-of.js';
import type { ReadyGeo } from '../../runs/geo/solve.js';
import { EXIT } from '../exit-codes.js';
import { boundRun, type BoundRunOptions } from './bound-run.js';

/** Limits named beside the first. */
const MOST_OTHERS = 10;

/** `plenum bound` of a geo instance: what every plan costs at least. */
export function boundGeoCommand(file: string, options: BoundRunOptions): Promise<number> {
  return boundRun<ReadyGeo>(options, {
    progressUnit: '',
    open: (shouldStop) => openGeo(file, undefined, shouldStop),
    prove: async ({ problem, instance }, control) => {
      const certificate = await geoBound({ problem, control });
      return {
        infeasibility: certificate.infeasibility === undefined ? null : whyNot(certificate.infeasibility),
        isEmpty: !Number.isFinite(certificate.costUsd),
        fields: fields(instance.name, certificate),
        lines: lines(instance.name, certificate),
      };
    },
    tightens: 'raise',
    least: 'a bound',
    emptyExit: EXIT.ourFault,
  });
}

function whyNot(infeasibility: GeoInfeasibility): string {
  return [infeasibility.message, ...otherLimits(geoRunInfeasibility(infeasibility), MOST_OTHERS)].join('\n');
}

function fields(instance: string, certificate: GeoCertificate): Record<string, unknown> {
  const { costUsd, costByEpochUsd, costByCupUsd, scope, infeasibility, work } = certificate;
  const known = infeasibility === undefined && Number.isFinite(costUsd);
  return {
    instance,
    family: 'geo',
    bound: known ? costUsd : null,
    objectiveUnit: GEO_OBJECTIVE_UNIT,
    boundScope: scope,
    boundByEpochUsd: known ? costByEpochUsd : null,
    boundByCupUsd: known ? costByCupUsd : null,
    ...(infeasibility === undefined ? {} : { infeasibility: geoRunInfeasibility(infeasibility) }),
    work,
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
