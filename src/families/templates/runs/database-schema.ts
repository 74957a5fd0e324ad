import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { hasStandby } from '../../../../models/families/templates/standby.js';
import type { DatabaseKind } from '../../../runs/database/kind.js';

/** Name of the template database format (docs/templates/database.md; a test compares that page with this text). */
export const DATABASE_FORMAT = 'plenum.templates-database';
/** Schema version of databases whose nodes may be on standby. */
export const STANDBY_SCHEMA_VERSION = 2;
/** Schema version of databases with all nodes on, which store dual values. */
export const SCHEMA_VERSION = 3;
/** Number in the file's header that identifies template databases (`application_id`): "PLTD". */
const APPLICATION_ID = 0x504c5444;
/** Size of an SQLite page, bytes. A row for 180 blocks of nodes takes about 2.3 kB, and larger pages waste less. */
const PAGE_BYTES = 16_384;

/** SQL statements for the views of nodes in databases with all nodes on. */
const NODE_VIEWS = `CREATE VIEW node_cores AS
SELECT t.state, n.node, b.rack, n.slot, b.level, b.node_type, n.block,
  c.value / b.nodes + (n.position < c.value % b.nodes) AS cores, b.cores_per_node AS of_cores
FROM templates t JOIN json_each(t.allowable_cores) c JOIN blocks b ON b.block = c.key
  JOIN nodes n ON n.block = b.block;
`;

/** SQL statements for the tables of dual values. */
const PRICE_TABLES = `CREATE TABLE prices (
  price INTEGER PRIMARY KEY,
  work_j REAL NOT NULL,
  blocks TEXT NOT NULL,
  heat_w_per_k BLOB NOT NULL
);

CREATE TABLE proofs (
  state INTEGER NOT NULL REFERENCES templates,
  vents INTEGER NOT NULL,
  price INTEGER NOT NULL REFERENCES prices,
  PRIMARY KEY (state, vents, price)
) WITHOUT ROWID;

`;

/** SQL statements that create a new database with all nodes on. */
export const SCHEMA_SQL = schemaSql('', PRICE_TABLES + NODE_VIEWS);

/** SQL statements that create a new database whose nodes may be on standby. */
export const STANDBY_SCHEMA_SQL = schemaSql(
  ',\n  awake_nodes TEXT NOT NULL',
  `CREATE VIEW block_nodes AS
SELECT t.state, b.block, b.name, b.rack, b.level, b.node_type, a.value AS awake, b.nodes AS of_nodes
FROM templates t JOIN json_each(t.awake_nodes) a JOIN blocks b ON b.block = a.key;

CREATE VIEW node_cores AS
SELECT t.state, n.node, b.rack, n.slot, b.level, b.node_type, n.block, n.position < a.value AS is_on,
  CASE WHEN n.position < a.value THEN c.value / a.value + (n.position < c.value % a.value) ELSE 0 END AS cores,
  b.cores_per_node AS of_cores
FROM templates t JOIN json_each(t.allowable_cores) c JOIN json_each(t.awake_nodes) a ON a.key = c.key
  JOIN blocks b ON b.block = c.key JOIN nodes n ON n.block = b.block;
`,
);

function schemaSql(moreColumns: string, nodeViews: string): string {
  return `CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE quadrants (
  quadrant INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  cores INTEGER NOT NULL,
  work_per_s REAL NOT NULL
);

CREATE TABLE vents (
  vents INTEGER NOT NULL,
  quadrant INTEGER NOT NULL REFERENCES quadrants,
  opening REAL NOT NULL,
  PRIMARY KEY (vents, quadrant)
) WITHOUT ROWID;

CREATE TABLE blocks (
  block INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  rack TEXT NOT NULL,
  level INTEGER NOT NULL,
  node_type TEXT NOT NULL,
  quadrant INTEGER NOT NULL REFERENCES quadrants,
  nodes INTEGER NOT NULL,
  cores_per_node INTEGER NOT NULL,
  first_slot INTEGER NOT NULL,
  idle_w REAL NOT NULL,
  busy_w REAL NOT NULL,
  work_per_s REAL NOT NULL
);

CREATE TABLE nodes (
  node INTEGER PRIMARY KEY,
  block INTEGER NOT NULL REFERENCES blocks,
  position INTEGER NOT NULL,
  slot INTEGER NOT NULL
);

CREATE TABLE templates (
  state INTEGER PRIMARY KEY,
  arriving_work_per_s REAL NOT NULL,
  running_cores TEXT NOT NULL,
  power_limit_w REAL NOT NULL,
  status TEXT NOT NULL,
  binding TEXT NOT NULL,
  vents INTEGER NOT NULL,
  set_point_c REAL NOT NULL,
  work_per_s REAL NOT NULL,
  power_w REAL NOT NULL,
  tasks_per_j REAL NOT NULL,
  bound_tasks_per_j REAL NOT NULL,
  hottest_outlet_c REAL NOT NULL,
  utilisation BLOB NOT NULL,
  allowable_cores TEXT NOT NULL,
  cores_work_per_s REAL NOT NULL,
  cores_power_w REAL NOT NULL,
  cores_hottest_outlet_c REAL NOT NULL${moreColumns}
);

CREATE VIEW openings AS
SELECT t.state, t.arriving_work_per_s, t.power_limit_w, t.status, q.name AS quadrant,
  json_extract(t.running_cores, '$[' || q.quadrant || ']') AS running_cores, v.opening
FROM templates t JOIN vents v ON v.vents = t.vents JOIN quadrants q ON q.quadrant = v.quadrant;

CREATE VIEW infeasible AS
SELECT state, arriving_work_per_s, running_cores, power_limit_w, binding, set_point_c, power_w, hottest_outlet_c,
  max(0, power_w - power_limit_w) AS excess_w,
  max(0, hottest_outlet_c - (SELECT CAST(value AS REAL) FROM meta WHERE key = 'outlet_limit_c')) AS excess_k
FROM templates WHERE status = 'infeasible';

CREATE VIEW block_cores AS
SELECT t.state, b.block, b.name, b.rack, b.level, b.node_type, q.name AS quadrant, c.value AS cores,
  b.nodes * b.cores_per_node AS of_cores
FROM templates t JOIN json_each(t.allowable_cores) c JOIN blocks b ON b.block = c.key
  JOIN quadrants q ON q.quadrant = b.quadrant;

${nodeViews}`;
}

/** Columns of each table, in order. Rows are sorted by the first column, in table `vents` by the first two. */
export const COLUMNS = {
  meta: ['key', 'value'],
  quadrants: ['quadrant', 'name', 'cores', 'work_per_s'],
  vents: ['vents', 'quadrant', 'opening'],
  blocks: [
    'block',
    'name',
    'rack',
    'level',
    'node_type',
    'quadrant',
    'nodes',
    'cores_per_node',
    'first_slot',
    'idle_w',
    'busy_w',
    'work_per_s',
  ],
  nodes: ['node', 'block', 'position', 'slot'],
  templates: [
    'state',
    'arriving_work_per_s',
    'running_cores',
    'power_limit_w',
    'status',
    'binding',
    'vents',
    'set_point_c',
    'work_per_s',
    'power_w',
    'tasks_per_j',
    'bound_tasks_per_j',
    'hottest_outlet_c',
    'utilisation',
    'allowable_cores',
    'cores_work_per_s',
    'cores_power_w',
    'cores_hottest_outlet_c',
  ],
  prices: ['price', 'work_j', 'blocks', 'heat_w_per_k'],
  proofs: ['state', 'vents', 'price'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Additional tables of databases that store dual values. */
export type PriceTable = 'prices' | 'proofs';
export type TableName = Exclude<keyof typeof COLUMNS, PriceTable>;
/** Value of column `vents` in table `proofs` for dual values that apply to all vent combinations. */
export const ALL_VENTS = -1;

/** Columns of the table of templates in databases whose nodes may be on standby. */
const STANDBY_COLUMNS = [...COLUMNS.templates, 'awake_nodes'] as const;

/** Definitions of the tables that all databases have. */
const TABLES: DatabaseKind<TableName>['tables'] = {
  meta: { columns: COLUMNS.meta, kinds: 'tt', keys: 1 },
  quadrants: { columns: COLUMNS.quadrants, kinds: 'itir', keys: 1 },
  vents: { columns: COLUMNS.vents, kinds: 'iir', keys: 2 },
  blocks: { columns: COLUMNS.blocks, kinds: 'ittitiiiirrr', keys: 1 },
  nodes: { columns: COLUMNS.nodes, kinds: 'iiii', keys: 1 },
  templates: { columns: COLUMNS.templates, kinds: 'irtrttirrrrrrbtrrr', keys: 1 },
};

/** Definition of the format of databases with all nodes on: names, versions, tables and rules for writing files. */
export const TEMPLATE_DATABASE: DatabaseKind<TableName | PriceTable> = {
  name: 'template database',
  command: 'plenum templates build',
  instance: 'a templates instance',
  applicationId: APPLICATION_ID,
  schemaVersion: SCHEMA_VERSION,
  otherVersions: [STANDBY_SCHEMA_VERSION],
  pageBytes: PAGE_BYTES,
  schemaSql: SCHEMA_SQL,
  tables: {
    ...TABLES,
    prices: { columns: COLUMNS.prices, kinds: 'irtb', keys: 1 },
    proofs: { columns: COLUMNS.proofs, kinds: 'iii', keys: 3 },
  },
};

/** Definition of the format of databases whose nodes may be on standby. They have no dual values. */
export const STANDBY_DATABASE: DatabaseKind<TableName> = {
  ...TEMPLATE_DATABASE,
  schemaVersion: STANDBY_SCHEMA_VERSION,
  otherVersions: [SCHEMA_VERSION],
  schemaSql: STANDBY_SCHEMA_SQL,
  tables: { ...TABLES, templates: { columns: STANDBY_COLUMNS, kinds: 'irtrttirrrrrrbtrrrt', keys: 1 } },
};

export function templateDatabaseOf(model: Pick<TemplatesModel, 'blocks'>): DatabaseKind<TableName> {
  return hasStandby(model) ? STANDBY_DATABASE : TEMPLATE_DATABASE;
}

export function templateDatabaseOfVersion(version: number): DatabaseKind<TableName> {
  return version === STANDBY_SCHEMA_VERSION ? STANDBY_DATABASE : TEMPLATE_DATABASE;
}
