import type { DatabaseKind } from '../../../../runs/database/kind.js';

/** Name of the profile database format (docs/jobs/profile-database.md; a test compares that page with this file). */
export const DATABASE_FORMAT = 'plenum.profiles-database';
/** Format version in the file's header (`user_version`). Files with other versions are refused. */
export const SCHEMA_VERSION = 1;
/** Number in the file's header that identifies profile databases (`application_id`): "PLPR". */
const APPLICATION_ID = 0x504c5052;
/** Number in the file's header that identifies template databases: "PLTD". */
const TEMPLATES_ID = 0x504c5444;
/** Size of an SQLite page, bytes. A row for a job of ten tasks takes about 200. */
const PAGE_BYTES = 8192;

/** SQL statements that create the tables and views of a new database. */
export const SCHEMA_SQL = `CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE node_types (
  node_type INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  cores INTEGER NOT NULL,
  static_power_w REAL NOT NULL,
  dynamic_power_w TEXT NOT NULL,
  sha256 TEXT NOT NULL
);

CREATE TABLE job_types (
  job_type INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  tasks INTEGER NOT NULL,
  task_names TEXT NOT NULL
);

CREATE TABLE graphs (
  job_type INTEGER NOT NULL REFERENCES job_types,
  node_type INTEGER NOT NULL REFERENCES node_types,
  time_s TEXT NOT NULL,
  edges TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (job_type, node_type)
) WITHOUT ROWID;

CREATE TABLE fronts (
  job_type INTEGER NOT NULL,
  node_type INTEGER NOT NULL,
  cores INTEGER NOT NULL,
  points INTEGER NOT NULL,
  proof TEXT NOT NULL,
  product_bound_sj REAL,
  PRIMARY KEY (job_type, node_type, cores),
  FOREIGN KEY (job_type, node_type) REFERENCES graphs
) WITHOUT ROWID;

CREATE TABLE points (
  job_type INTEGER NOT NULL,
  node_type INTEGER NOT NULL,
  cores INTEGER NOT NULL,
  point INTEGER NOT NULL,
  time_s REAL NOT NULL,
  energy_j REAL NOT NULL,
  core_of TEXT NOT NULL,
  level_of TEXT NOT NULL,
  task_order TEXT NOT NULL,
  dominated INTEGER NOT NULL,
  least_product INTEGER NOT NULL,
  PRIMARY KEY (job_type, node_type, cores, point),
  FOREIGN KEY (job_type, node_type, cores) REFERENCES fronts
) WITHOUT ROWID;

CREATE VIEW named_points AS
SELECT j.name AS job, n.name AS node, p.cores, p.point, p.time_s, p.energy_j, p.time_s * p.energy_j AS product_sj,
  p.dominated, p.least_product, f.proof
FROM points p JOIN fronts f USING (job_type, node_type, cores) JOIN job_types j USING (job_type)
  JOIN node_types n USING (node_type);

CREATE VIEW products AS
SELECT j.name AS job, n.name AS node, f.cores, p.time_s, p.energy_j, p.time_s * p.energy_j AS product_sj, f.proof,
  CASE f.proof WHEN 'exact' THEN 0.0 WHEN 'bounded' THEN max(0.0, 1 - f.product_bound_sj / (p.time_s * p.energy_j)) END AS gap
FROM fronts f JOIN points p USING (job_type, node_type, cores) JOIN job_types j USING (job_type)
  JOIN node_types n USING (node_type)
WHERE p.least_product = 1;

CREATE VIEW designs AS
SELECT p.job_type, p.node_type, p.cores, p.point, o.key AS place, o.value AS task,
  json_extract(j.task_names, '$[' || o.value || ']') AS name, json_extract(p.core_of, '$[' || o.value || ']') AS core,
  json_extract(p.level_of, '$[' || o.value || ']') AS level,
  json_extract(g.time_s, '$[' || o.value || '][' || json_extract(p.level_of, '$[' || o.value || ']') || ']') AS execution_s
FROM points p JOIN job_types j USING (job_type) JOIN graphs g USING (job_type, node_type) JOIN json_each(p.task_order) o;
`;

/** Columns of each table, in the order of the file. */
export const COLUMNS = {
  meta: ['key', 'value'],
  node_types: ['node_type', 'name', 'cores', 'static_power_w', 'dynamic_power_w', 'sha256'],
  job_types: ['job_type', 'name', 'tasks', 'task_names'],
  graphs: ['job_type', 'node_type', 'time_s', 'edges', 'sha256'],
  fronts: ['job_type', 'node_type', 'cores', 'points', 'proof', 'product_bound_sj'],
  points: [
    'job_type',
    'node_type',
    'cores',
    'point',
    'time_s',
    'energy_j',
    'core_of',
    'level_of',
    'task_order',
    'dominated',
    'least_product',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TableName = keyof typeof COLUMNS;

/** Definition of the profile database format: names, versions, tables and rules for writing files. */
export const PROFILE_DATABASE: DatabaseKind<TableName> = {
  name: 'profile database',
  command: 'plenum profiles build',
  instance: 'a jobs instance',
  applicationId: APPLICATION_ID,
  others: { [TEMPLATES_ID]: 'a template database, of plenum templates' },
  schemaVersion: SCHEMA_VERSION,
  pageBytes: PAGE_BYTES,
  schemaSql: SCHEMA_SQL,
  tables: {
    meta: { columns: COLUMNS.meta, kinds: 'tt', keys: 1 },
    node_types: { columns: COLUMNS.node_types, kinds: 'itirtt', keys: 1 },
    job_types: { columns: COLUMNS.job_types, kinds: 'itit', keys: 1 },
    graphs: { columns: COLUMNS.graphs, kinds: 'iittt', keys: 2 },
    fronts: { columns: COLUMNS.fronts, kinds: 'iiiitR', keys: 3 },
    points: { columns: COLUMNS.points, kinds: 'iiiirrtttii', keys: 4 },
  },
};
