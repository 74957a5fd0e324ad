import type { CommandGroup } from '../../families/commands.js';
import type { Options } from '../../families/options.js';
import { AT_LEAST_1, FLAG, TEXT } from '../../families/shared-options.js';
import { importCommand, type ImportKind } from './import-command.js';
import { JOB_OPTIONS } from './job-options.js';

/** Options of `plenum import prices`. */
const PRICE_OPTIONS = {
  only: {
    flags: '--only <header=text>',
    kind: TEXT,
    help: 'rows of the series that is meant, in a file with several: the text that they have in a column, such as "Name=N.Y.C."',
    isRepeated: true,
  },
  column: { flags: '--column <header>', kind: TEXT, help: 'column of the values', usual: 'the one of the publisher' },
  unit: {
    flags: '--unit <unit>',
    kind: TEXT,
    help: 'unit of the values, such as EUR/MWh',
    usual: 'as the file states',
  },
  ending: { flags: '--ending', kind: FLAG, help: 'times of a table of your own are ends of intervals', preset: false },
} as const satisfies Options;

/** All kinds of sources of a site that Plenum reads, in the order of the help. */
export const IMPORT_KINDS: readonly ImportKind[] = [
  {
    name: 'slurm-nodes',
    summary: 'nodes, their types and racks, from Slurm',
    files: 'outputs of scontrol show node or sinfo, slurm.conf; several complete each other',
    options: {
      columns: {
        flags: '--columns <words>',
        kind: TEXT,
        help: 'columns of a sinfo table without header, in the words of sinfo -O: nodehost,cpus,memory,gres,statelong',
        usual: 'told by what they hold',
      },
      racksBy: {
        flags: '--racks-by <names>',
        kind: TEXT,
        help: 'form of the names of nodes, with {rack} and * for any text: cpn-{rack}-*',
        usual: 'features, or names such as rack3-n07 and r1n03',
      },
      typesByName: {
        flags: '--types-by-name',
        kind: FLAG,
        help: 'nodes whose names differ before their last number are of different types',
        preset: false,
      },
    },
    load: async () => (await import('../../imports/slurm-nodes/read.js')).readSlurmNodes,
  },
  {
    name: 'racks',
    isWithoutTimes: true,
    summary: 'racks, power limits and devices, from NetBox or a list of your own',
    files: 'CSV of NetBox or your own, JSON dumps of NetBox, device types in YAML; together they are one inventory',
    load: async () => (await import('../../imports/racks/read.js')).readRacks,
  },
  {
    name: 'redfish',
    summary: 'powers and inlets of servers, from dumps of Redfish',
    files: 'JSON files of Redfish resources',
    options: {
      nodeType: {
        flags: '--node-type <name>',
        kind: TEXT,
        help: 'node type that all hosts of the files are of',
        usual: 'powers by host',
      },
    },
    load: async () => (await import('../../imports/redfish/read.js')).readRedfish,
  },
  {
    name: 'specpower',
    isWithoutTimes: true,
    summary: 'powers of a node and of its cores, from published SPECpower results',
    files: 'CSV lists of results',
    options: {
      cpu: { flags: '--cpu <name>', kind: TEXT, help: 'CPU of the nodes, as lscpu prints it', isRequired: true },
      chips: {
        flags: '--chips <n>',
        kind: AT_LEAST_1,
        help: 'CPUs of a node',
        usual: 'those of the results, if one number',
      },
      cores: {
        flags: '--cores <n>',
        kind: AT_LEAST_1,
        help: 'cores of a node',
        usual: 'those of the results, if one number',
      },
      frequencies: {
        flags: '--frequencies <list>',
        kind: TEXT,
        help: 'frequencies of P-states, GHz or MHz, such as 2.4,2.1,1.6',
        usual: 'no P-states',
      },
      nodeType: { flags: '--node-type <name>', kind: TEXT, help: 'name of the node type', usual: 'the CPU' },
    },
    load: async () => (await import('../../imports/specpower/read.js')).readSpecpower,
  },
  {
    name: 'sensors',
    summary: 'temperatures, meters and PDUs, CRACs and fans on one clock, from their logs',
    files: 'tables of readings with their times',
    options: {
      columns: {
        flags: '--columns <name=kind>',
        kind: TEXT,
        help: 'what a column is: temperature, crac (a temperature of one), power, energy, fan, pressure or none; * in the name for any text; repeatable',
        isRepeated: true,
      },
      unit: {
        flags: '--unit <name=unit>',
        kind: TEXT,
        help: 'unit of a column that states none, such as "rack*=kW"; repeatable',
        isRepeated: true,
      },
      decimal: {
        flags: '--decimal <mark>',
        kind: { is: 'choice', of: ['point', 'comma'] },
        help: 'decimal mark of the numbers',
        usual: 'told by the numbers',
      },
      step: { flags: '--step <s>', kind: AT_LEAST_1, help: 'step of the clock', usual: 'that of the readings' },
      start: {
        flags: '--start <time>',
        kind: TEXT,
        help: 'what times count from that have no date, such as 2024-04-07T00:00Z',
      },
    },
    load: async () => (await import('../../imports/sensors/read.js')).readSensors,
  },
  {
    name: 'raps',
    isWithoutTimes: true,
    summary: 'nodes and their powers, from machine files of RAPS',
    files: 'YAML files of machines',
    load: async () => (await import('../../imports/raps/read.js')).readRaps,
  },
  {
    name: 'prices',
    summary: 'prices or carbon intensities, as their publishers write them',
    files: 'tables (CSV or JSON) of ENTSO-E, NYISO, PJM, ERCOT, CAISO, AEMO, Electricity Maps, ..., or of your own',
    options: PRICE_OPTIONS,
    load: async () => (await import('../../imports/prices/read.js')).readPrices,
  },
  {
    name: 'weather',
    summary: 'weather of a typical or real year, from an EnergyPlus weather file',
    files: 'EPW file',
    load: async () => (await import('../../imports/weather/read.js')).readWeather,
  },
  {
    name: 'slurm-jobs',
    summary: 'jobs, their times and rates, from job logs of Slurm',
    files: 'text of sacct --parsable2 with any separator, or sacct --json',
    options: JOB_OPTIONS,
    load: async () => (await import('../../imports/slurm-jobs/read.js')).readSlurmJobs,
  },
];

/** Declares the commands `plenum import <kind>` that make the folder of a site. */
export const SITE_IMPORTS: CommandGroup = {
  name: 'import',
  summary: 'what a site has, and records of other tools',
  commands: IMPORT_KINDS.map(importCommand),
};
