import { statSync } from 'node:fs';
import { openGeo } from '../../families/geo/instances/open.js';
import { loadGeoInstance } from '../../families/geo/instances/load.js';
import { familyOfFile } from '../../workbench/find-family.js';
import type { Problem } from '../../instances/problem.js';
import { loadRobustInstance } from '../../families/robust/instances/load.js';
import { matrixCsv } from '../../reports/matrix-csv.js';
import { seriesCsv } from '../../families/geo/report/series-csv.js';
import { timesCsv } from '../../families/robust/report/times-csv.js';
import { writeOwnFile } from '../../runs/file-set.js';
import { errorObstacle } from '../../runs/files.js';
import { openFacility } from '../../families/reward-rate/runs/open.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines, refuse } from '../output.js';
import { outputProblem, unwritable } from '../../workbench/places.js';

export const EXPORTS = ['times', 'series', 'matrix'] as const;
export type Exported = (typeof EXPORTS)[number];

export interface ExportOptions {
  readonly out: string;
  readonly force: boolean;
  readonly json: boolean;
}

type Pieces =
  | { readonly ok: true; readonly pieces: Iterable<string> }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const FAMILIES: Readonly<Record<Exported, readonly string[]>> = {
  times: ['robust'],
  series: ['geo'],
  matrix: ['reward-rate', 'geo'],
};

/** `plenum export times|series|matrix <instance>`: what is read and drawn, as CSV. Returns the exit code. */
export function exportCommand(what: Exported, file: string, { out, force, json }: ExportOptions): number {
  const obstacle = outputProblem('--out', [out], { inputs: [file], force });
  if (obstacle !== null) return refuse([obstacle], json);
  const found = familyOfFile(file);
  if (!found.ok) return refuse(found.problems, json);
  const families = FAMILIES[what];
  if (!families.includes(found.family.name)) {
    const allowed = `a ${families.join(' or ')} instance: others have no ${what}`;
    return refuse(
      [{ file, path: 'format', value: found.family.name, allowed, remedy: 'Name another instance.' }],
      json,
    );
  }
  const answer = piecesOf(what, file, found.family.name);
  if (!answer.ok) return refuse(answer.problems, json);
  try {
    writeOwnFile(out, answer.pieces);
  } catch (error) {
    return refuse([unwritable('--out', errorObstacle(out, error))], json);
  }
  const bytes = statSync(out).size;
  if (json) printJson({ instance: file, exported: what, out, bytes });
  else printLines(`written       ${out}: ${what}, ${(bytes / 1e6).toPrecision(3)} MB`);
  return EXIT.solved;
}

function piecesOf(what: Exported, file: string, family: string): Pieces {
  if (what === 'times') {
    const loaded = loadRobustInstance(file);
    if (!loaded.ok) return loaded;
    const typeNames = loaded.instance.workload.taskTypes.map(({ name }) => name);
    return { ok: true, pieces: timesCsv(loaded.times, typeNames) };
  }
  if (what === 'series') {
    const loaded = loadGeoInstance(file);
    if (!loaded.ok) return loaded;
    const { instance, series } = loaded;
    const centres = series.centres.map((centre, d) => ({ ...centre, name: instance.dataCentres[d]!.name }));
    const taskNames = instance.taskTypes.map(({ name }) => name);
    return { ok: true, pieces: seriesCsv(centres, series.utcBounds, taskNames, series.arrivalRatePerS) };
  }
  if (family === 'geo') {
    const opened = openGeo(file);
    return opened.ok ? { ok: true, pieces: matrixCsv(opened.matrices) } : opened;
  }
  const opened = openFacility(file);
  return opened.ok ? { ok: true, pieces: matrixCsv([['', opened.matrix]]) } : opened;
}
