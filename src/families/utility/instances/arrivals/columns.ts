/** Columns of a CSV file of tasks, with the type of their cells. `plenum export tasks` writes what is read here. */
export const TASK_COLUMNS = {
  task: 'text',
  taskType: 'text',
  arrivalS: 'number',
  cores: 'number',
  utilityClass: 'text',
  startingUtility: 'number',
  urgency: 'number',
  mayPreempt: 'flag',
  mayBePreempted: 'flag',
  runS: 'number',
} as const;
