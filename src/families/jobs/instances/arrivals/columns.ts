/** Columns of a CSV file of jobs, with the type of their cells. `plenum export jobs` writes what is read here. */
export const JOB_COLUMNS = {
  job: 'text',
  jobType: 'text',
  arrivalS: 'number',
  pace: 'number',
  worth: 'number',
  softDeadlineS: 'number',
  endS: 'number',
} as const;
