/** The part of the package glpk.js/node that Plenum uses, so that Plenum compiles without the package. */
export interface Glpk {
  readonly GLP_MIN: number;
  readonly GLP_MAX: number;
  readonly GLP_FR: number;
  readonly GLP_LO: number;
  readonly GLP_UP: number;
  readonly GLP_DB: number;
  readonly GLP_FX: number;
  readonly GLP_MSG_OFF: number;
  readonly GLP_UNDEF: number;
  readonly GLP_FEAS: number;
  readonly GLP_NOFEAS: number;
  readonly GLP_OPT: number;
  readonly GLP_UNBND: number;
  solve(model: GlpkModel, options: GlpkOptions): { readonly result: GlpkOutcome };
}

export interface GlpkBounds {
  readonly type: number;
  readonly lb: number;
  readonly ub: number;
}

export interface GlpkModel {
  readonly name: string;
  readonly objective: { readonly direction: number; readonly name: string; readonly vars: readonly GlpkTerm[] };
  readonly subjectTo: readonly {
    readonly name: string;
    readonly vars: readonly GlpkTerm[];
    readonly bnds: GlpkBounds;
  }[];
  readonly bounds: readonly (GlpkBounds & { readonly name: string })[];
  readonly generals: readonly string[];
}

export interface GlpkTerm {
  readonly name: string;
  readonly coef: number;
}

export interface GlpkOptions {
  readonly msglev: number;
  readonly presol: boolean;
  /** Time limit, s. */
  readonly tmlim?: number;
  readonly mipgap?: number;
}

export interface GlpkOutcome {
  readonly status: number;
  readonly vars: Readonly<Record<string, number>>;
  readonly dual?: Readonly<Record<string, number>>;
}
