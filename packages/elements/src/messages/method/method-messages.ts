import type { ContrailRisk, FigureNote, Method, TypicalMethod } from '@flight-offset/core';

/**
 * Messages on how a figure was estimated, which load with the opened disclosure: what the backend states by codes, in
 * words. Named by the codes: methods, whose version follows; what the typical figure is taken over, which the number
 * of airlines follows; notes, with `{mass}` per passenger and `{names}` of methods; the risk of contrails, which is
 * shown beside the figure and never part of it.
 */
export type MethodMessages = Readonly<
  Record<
    NonNullable<Method['code']> | TypicalMethod | FigureNote['code'] | `contrails_${ContrailRisk['risk']}`,
    string
  >
>;
