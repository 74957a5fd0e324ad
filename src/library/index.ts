/**
 * Plenum as a library: the commands of the command line as functions. They need no terminal, write files only if `out`
 * names a folder, and return the faults of invalid input instead of throwing.
 *
 * @packageDocumentation
 */
export { type Generated, generate } from './generate.js';
export { day, simulate, sweep } from './studies.js';
export { profiles } from './profiles.js';
export { templates } from './templates.js';
export type { ProfilesBuildOptions, ProfilesQueryOptions } from './profiles.js';
export { checkStudy, exportStudy, reportStudy, runStudy, studyStatus } from './study.js';
export { bound, check, compare, explain, list, memory, open, solve, validate } from './verbs.js';
export { formatFaults } from '../instances/fault.js';
export type { Bounded, Listed, Plan, Solved } from './verbs.js';
export type {
  Aborted,
  BoundOptions,
  CheckOptions,
  CheckStudyOptions,
  CompareOptions,
  DayOptions,
  ExplainOptions,
  ExportStudyOptions,
  FolderOptions,
  GenerateOptions,
  LimitOptions,
  Memory,
  OnProgress,
  OpenOptions,
  ReportStudyOptions,
  RunStudyOptions,
  SimulateOptions,
  SolveOptions,
  SweepOptions,
} from './options.js';
export type { CallOptions, CommonCallOptions, FamilyOptions } from './family-options.js';
export type { CommandAnswered, CommandOptions } from './family-commands.js';
export type { TemplatesBuildOptions, TemplatesDayOptions, TemplatesQueryOptions } from './templates.js';
export type { WritingFault } from '../families/commands.js';
export type { Description, NamesInstance } from '../families/family.js';
export type { NodePower } from '../facility/node-power.js';
export type { RoomMixing } from '../facility/room-mixing.js';
export type { Fault } from '../instances/fault.js';
export type { Refused } from '../instances/fault.js';
export type { Fix, Infeasibility, LimitChange, TrajectoryPoint } from '../runs/result.js';
export type { Violation } from '../../models/families/violation.js';
export type { StudyEnd } from '../families/studies.js';
export type { StudyAnswer } from '../workbench/study.js';
export type { Checked } from '../workbench/check.js';
export type { ExplainAnswer } from '../workbench/explain.js';
export type { CommandEnvelope, Envelope } from '../workbench/envelope.js';
export type { StudyExported } from '../workbench/study/export.js';
export type { ListedStudy } from '../workbench/study/listed.js';
export type { StudyCheckAnswer } from '../workbench/study/check.js';
export type { StudyReported } from '../workbench/study/report.js';
export type { StudyRunAnswer, StudyState } from '../workbench/study/run.js';
export type { StudyStatusAnswer } from '../workbench/study/status.js';
export type { ListedInstance, ListedMethod, Listing } from '../workbench/list.js';
export type { OpenedInstance } from '../workbench/open.js';
export type { ValidateAnswer, Validated } from '../workbench/validate.js';
