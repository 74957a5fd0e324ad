import type { GeoCertificate } from '../../methods/geo/outcome.js';
import { geoBound } from '../../methods/geo/bound/bound.js';
import { openGeo } from '../../instances/geo/open.js';
import { oneLine } from '../../reports/format.js';
import { runDriver } from '../../runs/control.js';
import { GEO_OBJECTIVE_UNIT, geoRunInfeasibility } from '../../runs/geo/result-of.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { printJson, printLines, refuse } from '../output.js';
import { progressLine } from '../progress.js';

export interface BoundGeoOptions {
  readonly timeLimit?: number;
  readonly json: boolean;
}

const STOPPED = 'Stopped before the bound was as tight as it can be made: it holds, but more time may raise it.';
const STOPPED_EMPTY = 'Stopped before a bound was proven.';

/**
 * `plenum bound` of a geo instance: what every plan costs at least. Exit code 3 where nothing is feasible, 4 where stopped before anything
 * was proven.
 */
export async function boundGeoCommand(file: string, { timeLimit, json }: BoundGeoOptions): Promise<number> {
  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const control = runDriver({
      limits: { timeLimitS: timeLimit ?? null, workLimit: null },
      nowS: () => performance.now() / 1000,
      interrupted: interrupt.asked,
      onProgress: progress.show,
    });
    const opened = openGeo(file);
    if (!opened.ok) return refuse(opened.problems, json);
    const { problem, instance } = opened;
    const warnings = [...opened.warnings];
    const certificate = await geoBound({ problem, control });
    progress.clear();
    const { infeasibility, costUsd } = certificate;
    const stopped = infeasibility === undefined && control.stopReason !== null;
    const nothing = infeasibility === undefined && !Number.isFinite(costUsd);
    if (stopped) warnings.push(nothing ? STOPPED_EMPTY : STOPPED);
    if (json) printJson({ ...fields(instance.name, certificate), warnings });
    else if (infeasibility !== undefined) printLines(infeasibility.message);
    else printLines(lines(instance.name, certificate).join('\n'));
    if (!json) for (const warning of warnings) process.stderr.write(`Note: ${oneLine(warning)}\n`);
    if (infeasibility !== undefined) return EXIT.noFeasiblePlan;
    if (!nothing) return EXIT.solved;
    return stopped ? EXIT.limitWithoutPlan : EXIT.ourFault;
  } finally {
    interrupt.release();
  }
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
