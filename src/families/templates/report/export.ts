import type { TemplateState } from '../../../../models/families/templates/model.js';
import type { Template } from '../../../../models/families/templates/template.js';
import type { CoresFigures, TemplateDatabase } from '../runs/result.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';

/** Value of "format" in an exported template database, for programs in other languages (docs/templates/database.md). */
export const EXPORT_FORMAT = 'plenum.templates-export';
/** Version of the export format. */
export const EXPORT_VERSION = 1;

/** State (arriving work, running cores, power limit) with its template, as exported. */
export interface ExportRow {
  readonly state: TemplateState;
  readonly template: Template;
  readonly figures: CoresFigures;
}

/** Yields the text of one JSON object. Each template is on its own line. */
export function* exportJson(database: TemplateDatabase, rows: Iterable<ExportRow>): Generator<string> {
  const { facts, instance, quadrants, blocks, ventOpenings } = database;
  const head = {
    format: EXPORT_FORMAT,
    formatVersion: EXPORT_VERSION,
    plenumVersion: facts.plenumVersion,
    instance: { name: facts.instanceName, sha256: facts.instanceSha256 },
    rounding: facts.rounding,
    grid: instance.grid,
    quadrants,
    blocks: blocks.map(({ quadrant, ...block }) => ({ ...block, quadrant: quadrants[quadrant]!.name })),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"templates":[`;
  let isFirst = true;
  for (const { state, template, figures } of rows) {
    const { status, binding, setPointC, workPerS, powerW, tasksPerJ, boundTasksPerJ, hottestOutletC } = template;
    const { index, ...values } = state;
    const record = {
      state: index,
      ...values,
      status,
      binding,
      setPointC,
      ventOpenings: ventOpenings[template.vents]!,
      workPerS,
      powerW,
      tasksPerJ,
      boundTasksPerJ,
      hottestOutletC,
      cores: figures,
      allowableCores: [...template.allowableCores],
      ...(template.awakeNodes === undefined ? {} : { awakeNodes: [...template.awakeNodes] }),
    };
    yield `${isFirst ? '' : ','}\n${JSON.stringify(record)}`;
    isFirst = false;
  }
  yield '\n]}\n';
}

/** Yields CSV text with one row per state. A row has one column for each block of nodes. */
export function* exportCsv(database: TemplateDatabase, rows: Iterable<ExportRow>): Generator<string> {
  const { facts, quadrants, blocks, ventOpenings } = database;
  const header: CsvLine = [
    'state',
    'arriving_work_per_s',
    ...quadrants.map(({ name }) => `running_cores ${name}`),
    'power_limit_w',
    'status',
    'binding',
    'set_point_c',
    ...quadrants.map(({ name }) => `opening ${name}`),
    'work_per_s',
    'power_w',
    'tasks_per_j',
    'bound_tasks_per_j',
    'hottest_outlet_c',
    'cores_work_per_s',
    'cores_power_w',
    'cores_hottest_outlet_c',
    ...blocks.map(({ name }) => `allowable_cores ${name}`),
    ...(facts.nodesMayBeOff === true ? blocks.map(({ name }) => `awake_nodes ${name}`) : []),
  ];
  yield csvText([header]);
  for (const { state, template, figures } of rows) {
    const { status, binding, setPointC, workPerS, powerW, tasksPerJ, boundTasksPerJ, hottestOutletC } = template;
    yield csvText([
      [
        state.index,
        state.arrivingWorkPerS,
        ...state.runningCores,
        state.powerLimitW,
        status,
        binding,
        setPointC,
        ...ventOpenings[template.vents]!,
        workPerS,
        powerW,
        tasksPerJ,
        boundTasksPerJ,
        hottestOutletC,
        figures.workPerS,
        figures.powerW,
        figures.hottestOutletC,
        ...template.allowableCores,
      ],
    ]);
  }
}
