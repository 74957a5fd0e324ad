import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { stateAt } from '../../../../models/families/templates/states.js';
import { bytesOfRows, metaRows, type Row } from '../../../runs/database/rows.js';
import type { OpenedTemplates } from '../instances/open.js';
import type { SolvedTemplate } from './chunks.js';
import { templateDatabaseOf } from './database-schema.js';
import { floatBytes } from './float-bytes.js';
import { metaOfInstance, tableRows } from './instance-rows.js';
import { priceRows } from './price-rows.js';
import { ROUNDING_RULES, type RoundingRule } from './result.js';
import { roundingEffect } from './rounding-effect.js';
import { coresBy } from './whole-cores.js';

type Opened = Extract<OpenedTemplates, { readonly ok: true }>;

export interface DatabaseContent {
  readonly opened: Pick<Opened, 'bytes' | 'sha256' | 'model' | 'matrixProvenance'>;
  /** Templates of all states, in the order of states. */
  readonly solved: readonly SolvedTemplate[];
  readonly rounding: RoundingRule;
  readonly plenumVersion: string;
}

/** Returns the bytes of the database file, which depend only on its content. */
export function databaseBytes(content: DatabaseContent): Promise<Uint8Array> {
  const { model } = content.opened;
  // Of nodes on standby there are no prices, nor tables of them.
  const rows = {
    meta: metaRows(metaOf(content)),
    ...tableRows(model.instance, model),
    templates: templateRows(content),
    ...priceRows(content.solved),
  };
  return bytesOfRows(templateDatabaseOf(model), rows);
}

function metaOf({ opened, solved, rounding, plenumVersion }: DatabaseContent): Readonly<Record<string, string>> {
  const { model, matrixProvenance } = opened;
  const { airflow } = model.instance.facility;
  const effects = ROUNDING_RULES.map((rule) => [rule, roundingEffect(model, rule, solved)] as const);
  return {
    airflow: JSON.stringify({ ...regimeOf(airflow), ...matrixProvenance }),
    instance_json: new TextDecoder().decode(opened.bytes),
    instance_sha256: opened.sha256,
    plenum_version: plenumVersion,
    rounding,
    rounding_effects: JSON.stringify(Object.fromEntries(effects)),
    ...metaOfInstance(model.instance),
  };
}

function regimeOf(airflow: TemplatesInstance['facility']['airflow']): Readonly<Record<string, unknown>> {
  if (airflow.source === 'vent-matrices') {
    const { source, file, nodeAirflowFactor, provenance } = airflow;
    return { source, file, nodeAirflowFactor, provenance };
  }
  const {
    source,
    nodeAirflowFactor,
    floorLeakageFraction,
    coldAisles,
    mixingM2PerS,
    hotMixing,
    mixingFraction = 0,
    exhaustExchange,
    supplyShare,
  } = airflow;
  const mixing = {
    ...(supplyShare === undefined ? {} : { supplyShare }),
    ...(mixingM2PerS === undefined ? {} : { mixingM2PerS }),
    ...(hotMixing === undefined ? {} : { hotMixing }),
    ...(exhaustExchange === undefined ? {} : { exhaustExchange }),
  };
  return { source, nodeAirflowFactor, floorLeakageFraction, coldAisles, ...mixing, mixingFraction };
}

function* templateRows({ opened, solved, rounding }: DatabaseContent): Iterable<Row> {
  const { model } = opened;
  for (const { template, figures } of solved) {
    const { arrivingWorkPerS, runningCores, powerLimitW } = stateAt(model.instance.grid, template.state);
    const { status, binding, vents, setPointC, workPerS, powerW, tasksPerJ, boundTasksPerJ } = template;
    const ofCores = figures[rounding];
    yield [
      template.state,
      arrivingWorkPerS,
      JSON.stringify(runningCores),
      powerLimitW,
      status,
      binding,
      vents,
      setPointC,
      workPerS,
      powerW,
      tasksPerJ,
      boundTasksPerJ,
      template.hottestOutletC,
      floatBytes(template.utilisation, 8),
      JSON.stringify([...coresBy(rounding, model, template)]),
      ofCores.workPerS,
      ofCores.powerW,
      ofCores.hottestOutletC,
      ...(template.awakeNodes === undefined ? [] : [JSON.stringify([...template.awakeNodes])]),
    ];
  }
}
